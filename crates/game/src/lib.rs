//! Games of chess over time: what a position alone cannot know.
