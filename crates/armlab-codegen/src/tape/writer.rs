//! From a graph to the steps of a tape: products that one sum uses are done with it, signs are
//! moved from numbers to the steps that read them, steps are ordered, and slots are given out.

use super::{Code, Step, Tape};
use crate::graph::{Expr, Graph, Op};
use std::collections::HashMap;

/// Where a number is while slots are not known yet.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Constant(u32),
    Input(u32),
    /// Computed: a node of the graph, or a number beyond its nodes.
    Computed(u32),
}

/// A step between places.
#[derive(Clone, Copy, Debug)]
struct Draft {
    code: Code,
    to: Place,
    read: [Place; 3],
}

/// Steps that are looked at together for more of one kind: more would keep more numbers alive,
/// and memory in use far from the processor.
const WINDOW: usize = 256;

/// Puts steps of one kind one after another where they do not need each other.
fn scheduled(drafts: Vec<Draft>, numbers: u32) -> Vec<Draft> {
    let mut made_by = vec![usize::MAX; numbers as usize];
    for (at, draft) in drafts.iter().enumerate() {
        let cosine = (draft.code == Code::SineCosine).then_some(draft.read[2]);
        for place in [draft.to].into_iter().chain(cosine) {
            if let Place::Computed(k) = place {
                made_by[k as usize] = at;
            }
        }
    }
    let mut done = vec![false; drafts.len()];
    let mut out = Vec::with_capacity(drafts.len());
    let mut oldest = 0;
    while oldest < drafts.len() {
        let window = oldest..drafts.len().min(oldest + WINDOW);
        let ready: Vec<usize> = window
            .filter(|&at| {
                let known = |place: &Place| match place {
                    Place::Computed(k) => {
                        let maker = made_by[*k as usize];
                        maker == at || done[maker]
                    }
                    _ => true,
                };
                !done[at] && drafts[at].read.iter().all(known)
            })
            .collect();
        let alike = |code: Code| ready.iter().filter(|&&at| drafts[at].code == code).count();
        let best = ready.iter().map(|&at| drafts[at].code).max_by_key(|code| alike(*code));
        for at in ready.into_iter().filter(|&at| Some(drafts[at].code) == best) {
            done[at] = true;
            out.push(drafts[at]);
        }
        while oldest < drafts.len() && done[oldest] {
            oldest += 1;
        }
    }
    out
}

pub(super) struct Writer<'g> {
    graph: &'g Graph,
    inputs: usize,
    needed: Vec<bool>,
    /// Products that are done by the one sum that uses them.
    fused: Vec<bool>,
    /// Nodes of which the negative is computed.
    negated: Vec<bool>,
    constants: Vec<f64>,
    known: HashMap<u64, u32>,
    drafts: Vec<Draft>,
    /// Numbers beyond the graph's nodes.
    more: u32,
}

impl<'g> Writer<'g> {
    pub(super) fn new(graph: &'g Graph, inputs: usize, outputs: &[Expr]) -> Self {
        let needed = graph.needed(outputs);
        let mut uses = vec![0_usize; needed.len()];
        let used = outputs.iter().filter_map(|x| match x {
            Expr::Node { id, .. } => Some(*id),
            Expr::Constant(_) => None,
        });
        // An output has a slot of its own.
        used.for_each(|id| uses[id as usize] += 2);
        let all = graph.nodes().iter().zip(&needed).filter(|(_, needed)| **needed);
        all.flat_map(|(op, _)| op.operands()).for_each(|a| uses[a as usize] += 1);
        let mut fused = vec![false; needed.len()];
        let single =
            |a: u32| uses[a as usize] == 1 && matches!(graph.op(a), Op::Mul(..) | Op::Scale(..));
        for (op, _) in graph.nodes().iter().zip(&needed).filter(|(_, needed)| **needed) {
            let summand = match *op {
                Op::Add(a, b) | Op::Sub(a, b) => [b, a].into_iter().find(|x| single(*x)),
                Op::Offset(a, _) => Some(a).filter(|x| single(*x)),
                _ => None,
            };
            summand.into_iter().for_each(|a| fused[a as usize] = true);
        }
        let more = needed.len() as u32;
        let negated = vec![false; needed.len()];
        let (constants, known, drafts) = (Vec::new(), HashMap::new(), Vec::new());
        Self { graph, inputs, needed, fused, negated, constants, known, drafts, more }
    }

    fn constant(&mut self, x: f64) -> Place {
        let next = self.constants.len() as u32;
        let at = *self.known.entry(x.to_bits()).or_insert(next);
        if at == next {
            self.constants.push(x);
        }
        Place::Constant(at)
    }
    /// Where a node is, and whether its negative is there.
    fn at(&self, id: u32) -> (Place, bool) {
        match self.graph.op(id) {
            Op::Input(k) => (Place::Input(k), false),
            _ => (Place::Computed(id), self.negated[id as usize]),
        }
    }
    fn push(&mut self, code: Code, to: u32, read: [Place; 3]) {
        self.drafts.push(Draft { code, to: Place::Computed(to), read });
    }
    /// A number of its own beyond the graph's nodes.
    fn another(&mut self) -> u32 {
        self.more += 1;
        self.more - 1
    }
    /// Factors of a node, the second 1 unless it is a product that is done here; whether their
    /// product is its negative.
    fn factors(&mut self, id: u32) -> ([Place; 2], bool) {
        let fused = self.fused[id as usize];
        match self.graph.op(id) {
            Op::Mul(a, b) if fused => {
                let ((x, m), (y, n)) = (self.at(a), self.at(b));
                ([x, y], m != n)
            }
            Op::Scale(a, k) if fused => {
                let (x, minus) = self.at(a);
                ([x, self.constant(f64::from_bits(k))], minus)
            }
            _ => {
                let (x, minus) = self.at(id);
                ([x, self.constant(1.0)], minus)
            }
        }
    }

    /// Steps of a node; `None` where no scalar can do it.
    fn draft(&mut self, id: u32) -> Option<()> {
        let fused = |writer: &Self, x: u32| writer.fused[x as usize];
        match self.graph.op(id) {
            Op::Input(_) => {}
            // One of the two is the addend, and has no factors.
            Op::Add(a, b) if fused(self, a) => self.draft_sum(id, a, false, self.at(b)),
            Op::Add(a, b) => self.draft_sum(id, b, false, self.at(a)),
            Op::Sub(a, b) if fused(self, a) => {
                let (place, minus) = self.at(b);
                self.draft_sum(id, a, false, (place, !minus));
            }
            Op::Sub(a, b) => self.draft_sum(id, b, true, self.at(a)),
            Op::Offset(a, k) => {
                let k = self.constant(f64::from_bits(k));
                self.draft_sum(id, a, false, (k, false));
            }
            Op::Mul(a, b) => {
                let ((x, m), (y, n)) = (self.at(a), self.at(b));
                self.draft_product(id, [x, y], m != n);
            }
            Op::Scale(a, k) => {
                let (x, minus) = self.at(a);
                let k = self.constant(f64::from_bits(k));
                self.draft_product(id, [x, k], minus);
            }
            Op::Div(a, b) => {
                let ((a, m), (b, n)) = (self.at(a), self.at(b));
                self.negated[id as usize] = m != n;
                self.push(Code::Divide, id, [a, b, a]);
            }
            Op::Inverse(k, a) => {
                let (k, (a, minus)) = (self.constant(f64::from_bits(k)), self.at(a));
                self.negated[id as usize] = minus;
                self.push(Code::Divide, id, [k, a, a]);
            }
            Op::Negate(a) => {
                let (a, minus) = self.at(a);
                let one = self.constant(1.0);
                self.draft_product(id, [a, one], !minus);
            }
            Op::Sqrt(a) => {
                let a = self.plain(a, false);
                self.push(Code::SquareRoot, id, [a, a, a]);
            }
            Op::Sin(a) | Op::Cos(a) => self.draft_circle(id, a),
            Op::Abs(_) | Op::Sign(_) | Op::Tanh(_) | Op::Exp(_) | Op::Power(..) => return None,
        }
        Some(())
    }

    /// `±summand + addend`, or its negative where the addend's is there.
    fn draft_sum(&mut self, id: u32, summand: u32, minus: bool, addend: (Place, bool)) {
        let ([a, b], negative) = self.factors(summand);
        let (c, turned) = addend;
        self.negated[id as usize] = turned;
        let away = (minus != negative) != turned;
        self.push(if away { Code::Difference } else { Code::Sum }, id, [a, b, c]);
    }
    /// A product, or its negative.
    fn draft_product(&mut self, id: u32, [a, b]: [Place; 2], negative: bool) {
        let zero = self.constant(0.0);
        self.negated[id as usize] = negative;
        self.push(Code::Sum, id, [a, b, zero]);
    }
    /// A node or, where asked for, its negative, as it is and not turned round.
    fn plain(&mut self, id: u32, negative: bool) -> Place {
        let (place, minus) = self.at(id);
        if minus == negative {
            return place;
        }
        let (one, zero, to) = (self.constant(1.0), self.constant(0.0), self.another());
        self.push(Code::Difference, to, [place, one, zero]);
        Place::Computed(to)
    }

    /// Sine and cosine of a node together, unless they are there.
    fn draft_circle(&mut self, id: u32, of: u32) {
        let own = Place::Computed(id);
        let there = |d: &Draft| d.code == Code::SineCosine && (d.to == own || d.read[2] == own);
        if self.drafts.iter().any(there) {
            return;
        }
        let is_sine = matches!(self.graph.op(id), Op::Sin(_));
        let partner = if is_sine { Op::Cos(of) } else { Op::Sin(of) };
        let nodes = self.graph.nodes().iter().zip(&self.needed).skip(id as usize);
        let found = nodes.enumerate().find(|(_, (op, needed))| **needed && **op == partner);
        let partner = match found.map(|(k, _)| id + k as u32) {
            Some(partner) => partner,
            None => self.another(),
        };
        let (sine, cosine) = if is_sine { (id, partner) } else { (partner, id) };
        let a = self.plain(of, false);
        self.push(Code::SineCosine, sine, [a, a, Place::Computed(cosine)]);
    }

    /// The tape; `None` where no scalar can do what the graph does.
    pub(super) fn write(mut self, outputs: &[Expr]) -> Option<Tape> {
        for id in 0..self.needed.len() {
            if self.needed[id] && !self.fused[id] {
                self.draft(id as u32)?;
            }
        }
        let mut ends = Vec::with_capacity(outputs.len());
        for output in outputs {
            let end = match *output {
                Expr::Constant(k) => self.constant(k),
                Expr::Node { id, negative } => self.plain(id, negative),
            };
            ends.push(end);
        }
        Some(self.allocate(&ends))
    }

    /// Slots for all places: one that is not read any more is taken again.
    fn allocate(mut self, ends: &[Place]) -> Tape {
        self.drafts = scheduled(std::mem::take(&mut self.drafts), self.more);
        const NEVER: usize = usize::MAX;
        let mut last = vec![0; self.more as usize];
        let number = |place: &Place| match place {
            Place::Computed(k) => Some(*k as usize),
            _ => None,
        };
        for (at, draft) in self.drafts.iter().enumerate() {
            [&draft.to]
                .into_iter()
                .chain(&draft.read)
                .filter_map(number)
                .for_each(|k| last[k] = at);
        }
        ends.iter().filter_map(number).for_each(|k| last[k] = NEVER);
        let inputs = self.constants.len() as u32;
        let mut slots = inputs + self.inputs as u32;
        let mut slot_of = vec![u32::MAX; last.len()];
        let mut free = Vec::new();
        let (mut steps, mut runs) = (Vec::with_capacity(self.drafts.len()), Vec::new());
        for (at, Draft { code, to, read }) in self.drafts.iter().enumerate() {
            let mut slot = |place: &Place| match *place {
                Place::Constant(k) => k,
                Place::Input(k) => inputs + k,
                Place::Computed(k) => {
                    let slot = &mut slot_of[k as usize];
                    if *slot == u32::MAX {
                        *slot = free.pop().unwrap_or_else(|| {
                            slots += 1;
                            slots - 1
                        });
                    }
                    *slot
                }
            };
            let [a, b, c] = [slot(&read[0]), slot(&read[1]), slot(&read[2])];
            steps.push(Step { to: slot(to), a, b, c });
            match runs.last_mut() {
                Some((last, end)) if last == code => *end = steps.len(),
                _ => runs.push((*code, steps.len())),
            }
            let mut done: Vec<usize> = read.iter().chain([to]).filter_map(number).collect();
            done.sort_unstable();
            done.dedup();
            free.extend(done.into_iter().filter(|k| last[*k] == at).map(|k| slot_of[k]));
        }
        let outputs = ends.iter().map(|end| match *end {
            Place::Constant(k) => k,
            Place::Input(k) => inputs + k,
            Place::Computed(k) => slot_of[k as usize],
        });
        let outputs = outputs.collect();
        let slots = slots as usize;
        Tape { constants: self.constants, inputs: self.inputs, slots, steps, runs, outputs }
    }
}
