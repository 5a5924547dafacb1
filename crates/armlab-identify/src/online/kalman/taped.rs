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
    /// The outputs of as many parts as there are slices in `out`, for one state and numbers beside
    /// it.
    pub(super) fn at(&mut self, x: &[f64], beside: &[f64], out: &mut [&mut [f64]]) {
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

struct One<'a, 'o> {
    taped: &'a mut Taped,
    x: &'a [f64],
    beside: &'a [f64],
    out: &'a mut [&'o mut [f64]],
}

impl Kernel for One<'_, '_> {
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
        for part in 0..self.out.len() {
            tape.run_part(part, m);
            copy_first(tape.outputs_of(part), m, self.out[part]);
        }
    }
}

/// The numbers of the first lane in some slots.
#[inline(always)]
pub(super) fn copy_first<S: Batch>(slots: &[u32], memory: &[S], out: &mut [f64]) {
    for i in 0..slots.len().min(out.len()) {
        out[i] = memory[slots[i] as usize].lanes()[0];
    }
}

/// States that are side by side in lanes: where each begins, the last repeated where there are
/// fewer. None begins behind the last.
pub(super) struct Group {
    starts: [usize; MOST_LANES],
    /// How many there are, and where the last of them begins.
    used: usize,
    last: usize,
}

impl Group {
    /// As many of `count` states from `first` on, which are `stride` numbers apart, as fit.
    #[inline(always)]
    pub(super) fn new<S: Batch>(first: usize, count: usize, stride: usize) -> Self {
        let used = S::LANES.min(count - first);
        let last = (first + used - 1) * stride;
        let mut starts = [last; MOST_LANES];
        for l in 0..S::LANES {
            starts[l] = last.min((first + l) * stride);
        }
        Self { starts, used, last }
    }

    /// The first `to.len()` numbers of the states, eight at a time.
    #[inline(always)]
    pub(super) fn gather<S: Batch>(&self, states: &[f64], to: &mut [S]) {
        let mut done = 0;
        while done < to.len() {
            let numbers = if self.last + done + 8 <= states.len() {
                let mut rows = [&[0.0; 8]; MOST_LANES];
                for l in 0..S::LANES {
                    // SAFETY: the last state has eight numbers from there on, and none begins
                    // behind it.
                    rows[l] = unsafe { &*states.as_ptr().add(self.starts[l] + done).cast() };
                }
                S::from_rows(&rows)
            } else {
                S::from_rows(&self.copies(states, done).each_ref())
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

    /// Eight numbers of every state where there may be fewer: what is missing is not asked for.
    #[cold]
    #[inline(never)]
    fn copies(&self, states: &[f64], offset: usize) -> [[f64; 8]; MOST_LANES] {
        let mut copies = [[0.0; 8]; MOST_LANES];
        for (copy, start) in copies.iter_mut().zip(&self.starts) {
            let state = &states[start + offset..];
            let there = state.len().min(8);
            copy[..there].copy_from_slice(&state[..there]);
        }
        copies
    }

    /// The reverse, for the first numbers of the states.
    #[inline(always)]
    pub(super) fn scatter<S: Batch>(&self, numbers: &[S], states: &mut [f64]) {
        let mut done = 0;
        while done < numbers.len() {
            let left = numbers.len() - done;
            let mut eight = [S::zero(); 8];
            for i in 0..8 {
                if i < left {
                    eight[i] = numbers[done + i];
                }
            }
            let mut to = [std::ptr::null_mut(); MOST_LANES];
            if left >= 8 && self.last + done + 8 <= states.len() {
                // Lanes without a state go nowhere.
                let mut nowhere = [0.0; 8];
                let first = states.as_mut_ptr();
                for l in 0..S::LANES {
                    let own = first.wrapping_add(self.starts[l] + done).cast();
                    to[l] = if l < self.used { own } else { &raw mut nowhere };
                }
                // SAFETY: the last state has eight numbers from there on, and none begins behind
                // it.
                unsafe { S::to_rows(&eight, &to) };
            } else {
                let mut rows = [[0.0; 8]; MOST_LANES];
                for l in 0..S::LANES {
                    to[l] = &raw mut rows[l];
                }
                // SAFETY: the rows are here.
                unsafe { S::to_rows(&eight, &to) };
                for l in 0..self.used.min(S::LANES) {
                    let (start, count) = (self.starts[l] + done, left.min(8));
                    states[start..start + count].copy_from_slice(&rows[l][..count]);
                }
            }
            done += 8;
        }
    }
}
