//! The tree of moves that a game has become: one arena of nodes, the main line first among each node's children.

use crate::notes::Notes;
use crate::{AnyPosition, MoveRecord};
use regence_rules::{Key, UciMove};
use std::fmt;

/// A place in a game's tree: the start, or the position after some move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// Where the game starts.
    pub const START: Self = Self(0);

    /// The number of the place within its game, for those who cannot keep places; 0 is the start.
    pub fn number(self) -> u32 {
        self.0
    }

    pub(crate) fn numbered(number: u32) -> Self {
        Self(number)
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A half-move that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move. A null move, which only analysis knows, has none.
    pub mv: Option<MoveRecord>,
    /// The position it led to.
    pub position: AnyPosition,
}

/// In algebraic notation; a null move is `--`.
impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.mv {
            Some(mv) => mv.fmt(f),
            None => f.pad("--"),
        }
    }
}

#[derive(Clone, Debug)]
struct Node {
    /// The start is its own parent.
    parent: NodeId,
    ply: Ply,
    key: Option<Key>,
    children: Vec<NodeId>,
    /// Most moves have none.
    notes: Option<Box<Notes>>,
}

/// All lines of a game. Nodes that were deleted keep their place in the arena but no longer hang on the tree.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    pub(crate) fn new(start: AnyPosition) -> Self {
        let mut tree = Self { nodes: Vec::new() };
        tree.nodes.push(Node::new(NodeId::START, Ply { mv: None, position: start }));
        tree
    }

    /// How many nodes there are, those that no longer hang on the tree included.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    fn node(&self, id: NodeId) -> &Node {
        // Ids are made by `add` alone and nodes are never removed; a stranger's id falls back to the start.
        self.nodes.get(id.index()).unwrap_or(&self.nodes[0])
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        let index = if id.index() < self.nodes.len() { id.index() } else { 0 };
        &mut self.nodes[index]
    }

    pub(crate) fn position(&self, id: NodeId) -> &AnyPosition {
        &self.node(id).ply.position
    }

    pub(crate) fn key(&self, id: NodeId) -> Option<Key> {
        self.node(id).key
    }

    pub(crate) fn ply(&self, id: NodeId) -> Option<&Ply> {
        self.is_move(id).then(|| &self.node(id).ply)
    }

    fn is_move(&self, id: NodeId) -> bool {
        (1..self.nodes.len()).contains(&id.index())
    }

    /// The node before this one; none before the start.
    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.is_move(id).then(|| self.node(id).parent)
    }

    /// What was played from here, the main line first.
    pub(crate) fn children(&self, id: NodeId) -> &[NodeId] {
        &self.node(id).children
    }

    pub(crate) fn notes(&self, id: NodeId) -> &Notes {
        static NONE: Notes = Notes::EMPTY;
        self.node(id).notes.as_deref().unwrap_or(&NONE)
    }

    /// All that a node holds by itself, apart from its place in the tree.
    pub(crate) fn node_content(&self, id: NodeId) -> (&Ply, &Notes) {
        (&self.node(id).ply, self.notes(id))
    }

    pub(crate) fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        self.node_mut(id).notes.get_or_insert_default()
    }

    /// From this node back to the start, this node first.
    pub(crate) fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(Some(id), |&id| self.parent(id))
    }

    /// From a node along the first children to the end of the line, the node itself left out.
    pub(crate) fn line_after(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.children(id).first().copied(), |&id| self.children(id).first().copied())
    }

    /// The child that a move leads to, or a null move, if it was played from here before.
    pub(crate) fn child(&self, parent: NodeId, uci: Option<UciMove>) -> Option<NodeId> {
        let is_it = |id: &NodeId| self.node(*id).ply.mv.map(|mv| mv.uci) == uci;
        self.children(parent).iter().copied().find(is_it)
    }

    /// Adds a half-move as the last line from a place.
    pub(crate) fn add(&mut self, parent: NodeId, ply: Ply) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(Node::new(parent, ply));
        self.node_mut(parent).children.push(id);
        id
    }

    /// Adds a half-move as the main line from a place.
    pub(crate) fn add_first(&mut self, parent: NodeId, ply: Ply) -> NodeId {
        let id = self.add(parent, ply);
        self.node_mut(parent).children.rotate_right(1);
        id
    }

    /// Whether a place can be reached from the start; a line that was deleted cannot.
    pub(crate) fn is_attached(&self, id: NodeId) -> bool {
        let way: Vec<NodeId> = self.ancestors(id).collect();
        id.index() < self.nodes.len() && way.windows(2).all(|pair| self.children(pair[1]).contains(&pair[0]))
    }

    /// Cuts off everything that was played from here.
    pub(crate) fn clear_children(&mut self, id: NodeId) {
        self.node_mut(id).children.clear();
    }

    /// Cuts off one line, from `id` on.
    pub(crate) fn remove(&mut self, id: NodeId) {
        if let Some(parent) = self.parent(id) {
            self.node_mut(parent).children.retain(|&child| child != id);
        }
    }

    /// Makes the line through `id` the main one wherever it branches off.
    pub(crate) fn promote(&mut self, id: NodeId) {
        let way: Vec<NodeId> = self.ancestors(id).collect();
        for pair in way.windows(2) {
            if let [child, parent] = *pair {
                let children = &mut self.node_mut(parent).children;
                if let Some(at) = children.iter().position(|&id| id == child) {
                    children[..=at].rotate_right(1);
                }
            }
        }
    }
}

impl Node {
    fn new(parent: NodeId, ply: Ply) -> Self {
        Self { parent, ply, key: ply.position.key(), children: Vec::new(), notes: None }
    }
}
