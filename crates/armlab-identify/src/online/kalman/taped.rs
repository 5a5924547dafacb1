//! A recorded function with memory to run it: on one state, on a state with slopes, or on states
//! side by side in lanes.

use armlab_codegen::Tape;
use armlab_engine::dynamics::DIRECTIONS;
use armlab_engine::spatial::{
    Batch, Dual, Family, InstructionSet, Kernel, Lanes, MOST_LANES, PerInstructionSet, Scalar,
    Wider, dispatch,
};

/// One state.
pub(super) type Single<A> = Lanes<1, A>;
/// One state with its slopes along several directions.
pub(super) type Sloped<A> = Dual<DIRECTIONS, Wider<A>>;

/// A function of states, and of numbers beside them.
pub(super) struct Taped {
    pub(super) tape: Tape,
    pub(super) memory: PerInstructionSet<MemoryFamily>,
}

impl Taped {
    pub(super) fn new(tape: Tape) -> Self {
        Self { tape, memory: PerInstructionSet::default() }
    }
    /// The same function with memory of its own, for another thread.
    pub(super) fn again(&self) -> Self {
        Self::new(self.tape.clone())
    }
    /// The outputs for one state and numbers beside it.
    pub(super) fn at(&mut self, x: &[f64], beside: &[f64], out: &mut [f64]) {
        dispatch(One { taped: self, x, beside, out });
    }
}

/// Slots in the scalars of one instruction set; those never run stay empty.
pub(super) struct Memory<A: InstructionSet> {
    pub(super) single: Vec<Single<A>>,
    pub(super) sloped: Vec<Sloped<A>>,
    /// Few states side by side, and many.
    pub(super) batch: SideBySide<A::Batch>,
    pub(super) long: SideBySide<A::Long>,
    pub(super) longest: SideBySide<A::Longest>,
}

impl<A: InstructionSet> Default for Memory<A> {
    fn default() -> Self {
        Self {
            single: Vec::new(),
            sloped: Vec::new(),
            batch: SideBySide::default(),
            long: SideBySide::default(),
            longest: SideBySide::default(),
        }
    }
}

/// Slots of states in lanes.
pub(super) struct SideBySide<S> {
    pub(super) slots: Vec<S>,
    /// Positions and speeds where a step starts, and where it ends as far as known.
    pub(super) start: Vec<S>,
    pub(super) sum: Vec<S>,
}

impl<S> Default for SideBySide<S> {
    fn default() -> Self {
        Self { slots: Vec::new(), start: Vec::new(), sum: Vec::new() }
    }
}

pub(super) struct MemoryFamily;

impl Family for MemoryFamily {
    type In<A: InstructionSet> = Memory<A>;
}

/// Makes slots unless they are there.
#[inline(always)]
pub(super) fn fit<S: Scalar>(memory: &mut Vec<S>, tape: &Tape) {
    if memory.is_empty() {
        grow(memory, tape);
    }
}

#[cold]
#[inline(never)]
fn grow<S: Scalar>(memory: &mut Vec<S>, tape: &Tape) {
    *memory = tape.memory();
}

struct One<'a> {
    taped: &'a mut Taped,
    x: &'a [f64],
    beside: &'a [f64],
    out: &'a mut [f64],
}

impl Kernel for One<'_> {
    type Output = ();
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let tape = &self.taped.tape;
        let m = &mut A::of(&mut self.taped.memory).single;
        fit(m, tape);
        let inputs = &mut m[tape.inputs()];
        let (state, beside) = inputs.split_at_mut(self.x.len());
        for i in 0..state.len() {
            state[i] = Single::<A>::constant(self.x[i]);
        }
        for i in 0..beside.len().min(self.beside.len()) {
            beside[i] = Single::<A>::constant(self.beside[i]);
        }
        tape.run(m);
        let outputs = tape.outputs();
        for i in 0..outputs.len().min(self.out.len()) {
            self.out[i] = m[outputs[i] as usize].v[0];
        }
    }
}

/// Where the states of a group of lanes begin, the last repeated where there are
/// fewer.
#[inline(always)]
pub(super) fn group(first: usize, count: usize, width: usize) -> [usize; MOST_LANES] {
    let mut starts = [0; MOST_LANES];
    for l in 0..MOST_LANES {
        let state = if first + l < count { first + l } else { count - 1 };
        starts[l] = state * width;
    }
    starts
}

/// The first `to.len()` numbers of the states of a group, eight at a time.
#[inline(always)]
pub(super) fn gather<S: Batch>(states: &[f64], starts: &[usize; MOST_LANES], to: &mut [S]) {
    let mut done = 0;
    while done < to.len() {
        let numbers = match rows_at(states, starts, done) {
            Some(rows) => S::from_rows(&rows),
            // At the end of the states; what is missing is not asked for.
            None => {
                let mut copies = [[0.0; 8]; MOST_LANES];
                for l in 0..S::LANES {
                    let state = &states[starts[l] + done..];
                    let there = state.len().min(8);
                    copies[l][..there].copy_from_slice(&state[..there]);
                }
                S::from_rows(&copies.each_ref())
            }
        };
        let left = to.len() - done;
        for i in 0..8 {
            if i < left {
                to[done + i] = numbers[i];
            }
        }
        done += 8;
    }
}

/// Eight numbers of every state of a group; nothing where one has fewer.
#[inline(always)]
fn rows_at<'s>(
    states: &'s [f64],
    starts: &[usize; MOST_LANES],
    offset: usize,
) -> Option<[&'s [f64; 8]; MOST_LANES]> {
    let mut rows = [&[0.0; 8]; MOST_LANES];
    for l in 0..MOST_LANES {
        rows[l] = states.get(starts[l] + offset..)?.first_chunk::<8>()?;
    }
    Some(rows)
}

/// The reverse of [`gather`], for all numbers of the states: rows of `used` states are written.
#[inline(always)]
pub(super) fn scatter<S: Batch>(
    numbers: &[S],
    starts: &[usize; MOST_LANES],
    used: usize,
    states: &mut [f64],
) {
    let mut done = 0;
    let mut rows = [[0.0; 8]; MOST_LANES];
    while done < numbers.len() {
        let left = numbers.len() - done;
        let mut eight = [S::zero(); 8];
        for i in 0..8 {
            if i < left {
                eight[i] = numbers[done + i];
            }
        }
        S::to_rows(&eight, &mut rows);
        for l in 0..S::LANES {
            if l < used {
                let state = &mut states[starts[l] + done..];
                match state.first_chunk_mut::<8>() {
                    Some(state) if left >= 8 => *state = rows[l],
                    _ => state[..left.min(8)].copy_from_slice(&rows[l][..left.min(8)]),
                }
            }
        }
        done += 8;
    }
}
