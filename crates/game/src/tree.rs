//! The tree of moves that a game has become: one arena of nodes, the main line first among each node's children.

use regence_rules::{Key, Move, Position, San};

/// A place in a game's tree: the start, or the position after some move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// Where the game starts.
    pub const START: Self = Self(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A half-move that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The move in algebraic notation.
    pub san: San,
    /// The position it led to.
    pub position: Position,
}

/// What people wrote about a move: text before and after it, and signs such as `!` by their PGN numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// Text before the move.
    pub before: String,
    /// Text after the move, or after the start position.
    pub after: String,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, 3 is `!!`, …
    pub glyphs: Vec<u8>,
}

#[derive(Clone, Debug)]
struct Node {
    parent: NodeId,
    /// `None` at the start alone.
    ply: Option<Ply>,
    position: Position,
    key: Key,
    children: Vec<NodeId>,
    notes: Notes,
}

/// All lines of a game. Nodes that were deleted keep their place in the arena but no longer hang on the tree.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    pub(crate) fn new(start: Position) -> Self {
        let root = Node {
            parent: NodeId::START,
            ply: None,
            position: start,
            key: start.key(),
            children: Vec::new(),
            notes: Notes::default(),
        };
        Self { nodes: vec![root] }
    }

    fn node(&self, id: NodeId) -> &Node {
        // Ids are made by `add` alone and nodes are never removed; a stranger's id falls back to the start.
        self.nodes.get(id.index()).unwrap_or(&self.nodes[0])
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        let index = if id.index() < self.nodes.len() { id.index() } else { 0 };
        &mut self.nodes[index]
    }

    pub(crate) fn position(&self, id: NodeId) -> &Position {
        &self.node(id).position
    }

    pub(crate) fn key(&self, id: NodeId) -> Key {
        self.node(id).key
    }

    pub(crate) fn ply(&self, id: NodeId) -> Option<&Ply> {
        self.node(id).ply.as_ref()
    }

    /// The node before this one; none before the start.
    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).ply.map(|_| self.node(id).parent)
    }

    /// What was played from here, the main line first.
    pub(crate) fn children(&self, id: NodeId) -> &[NodeId] {
        &self.node(id).children
    }

    pub(crate) fn notes(&self, id: NodeId) -> &Notes {
        &self.node(id).notes
    }

    pub(crate) fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        &mut self.node_mut(id).notes
    }

    /// From this node back to the start, this node first.
    pub(crate) fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(Some(id), |&id| self.parent(id))
    }

    /// From a node along the first children to the end of the line, the node itself left out.
    pub(crate) fn line_after(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.children(id).first().copied(), |&id| self.children(id).first().copied())
    }

    /// The child that a move leads to, if it was played from here before.
    pub(crate) fn child(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        let is_it = |id: &NodeId| self.ply(*id).is_some_and(|ply| ply.mv == mv);
        self.children(parent).iter().copied().find(is_it)
    }

    /// Adds the half-move that a legal move of the position at `parent` makes.
    pub(crate) fn add(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let Node { position, key, .. } = self.node(parent);
        let (next, next_key) = position.play_keyed(mv, *key);
        let ply = Ply { mv, san: position.san(mv), position: next };
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(Node {
            parent,
            ply: Some(ply),
            position: next,
            key: next_key,
            children: Vec::new(),
            notes: Notes::default(),
        });
        self.node_mut(parent).children.push(id);
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
