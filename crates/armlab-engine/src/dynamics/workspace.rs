//! Scratch memory of the recursions, kept between calls so that a hot call
//! allocates nothing.

use super::articulated::ArticulatedNode;
use super::inverse::{Coordinate, Node};
use super::momentum::MomentumNode;
use crate::robot::Tree;
use crate::spatial::{
    Dual, Family, Force, InstructionSet, Lanes, Moments, PerInstructionSet, Scalar, Transform, Wide,
};

/// Directions that one pass of a derivative computes side by side.
pub const DIRECTIONS: usize = 8;

/// One state.
pub(super) type Single<A> = Lanes<1, A>;
/// Several samples.
pub(super) type Batched<A> = <A as InstructionSet>::Long;
/// One state with its slopes along [`DIRECTIONS`] directions.
pub(super) type Sloped<A> = Dual<DIRECTIONS, Wide<A>>;

/// Scratch for every recursion in one scalar; sized on first use.
pub(super) struct Memory<S: Scalar> {
    pub state: Vec<Coordinate<S>>,
    pub q: Vec<S>,
    pub qd: Vec<S>,
    pub effort: Vec<S>,
    pub qdd: Vec<S>,
    pub mass: Vec<S>,
    pub nodes: Vec<Node<S>>,
    pub external: Vec<Force<S>>,
    pub poses: Vec<Transform<S>>,
    pub composites: Vec<Moments<S>>,
    pub articulated: Vec<ArticulatedNode<S>>,
    pub momenta: Vec<MomentumNode<S>>,
}

impl<S: Scalar> Default for Memory<S> {
    fn default() -> Self {
        Self {
            state: Vec::new(),
            q: Vec::new(),
            qd: Vec::new(),
            effort: Vec::new(),
            qdd: Vec::new(),
            mass: Vec::new(),
            nodes: Vec::new(),
            external: Vec::new(),
            poses: Vec::new(),
            composites: Vec::new(),
            articulated: Vec::new(),
            momenta: Vec::new(),
        }
    }
}

impl<S: Scalar> Memory<S> {
    /// Makes room for `tree`; does nothing when there is.
    #[inline(always)]
    pub fn fit(&mut self, tree: &Tree) {
        if self.nodes.len() != tree.bodies.len() || self.state.len() != tree.dofs {
            self.grow(tree);
        }
    }
    #[cold]
    #[inline(never)]
    fn grow(&mut self, tree: &Tree) {
        let (n, bodies) = (tree.dofs, tree.bodies.len());
        self.state = vec![Coordinate::default(); n];
        self.q = vec![S::zero(); n];
        self.qd = vec![S::zero(); n];
        self.effort = vec![S::zero(); n];
        self.qdd = vec![S::zero(); n];
        self.mass = vec![S::zero(); n * n];
        self.nodes = vec![Node::default(); bodies];
        self.external = vec![Force::zero(); bodies];
        self.poses = vec![Transform::identity(); bodies];
        self.composites = vec![Moments::default(); bodies];
        self.articulated = vec![ArticulatedNode::default(); bodies];
        self.momenta = vec![MomentumNode::default(); bodies];
    }
}

/// Scratch in every scalar that one instruction set computes with.
pub(super) struct Scratch<A: InstructionSet> {
    pub single: Memory<Single<A>>,
    pub batched: Memory<Batched<A>>,
    pub sloped: Memory<Sloped<A>>,
}

impl<A: InstructionSet> Default for Scratch<A> {
    fn default() -> Self {
        Self { single: Memory::default(), batched: Memory::default(), sloped: Memory::default() }
    }
}

/// The family of [`Scratch`] over instruction sets.
pub(super) struct ScratchFamily;

impl Family for ScratchFamily {
    type In<A: InstructionSet> = Scratch<A>;
}

/// Scratch for whichever instruction set the processor has.
pub(super) type Workspace = PerInstructionSet<ScratchFamily>;
