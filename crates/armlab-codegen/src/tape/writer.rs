//! From a graph to the steps of a tape: products that one sum uses are done with it, and sums that
//! one sum uses, signs are moved from numbers to the steps that read them, steps are ordered, and
//! slots are given out.

use super::{Code, MOST_READ, Part, Tape};
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

/// A step between places, of which it reads as many as its code says.
#[derive(Clone, Copy, Debug)]
struct Draft {
    code: Code,
    to: Place,
    read: [Place; MOST_READ],
}

impl Draft {
    fn reads(&self) -> &[Place] {
        &self.read[..self.code.reads()]
    }
}

/// Does sums that only one other sum of the same part adds to its product together with it, which
/// spares a step and the way through memory.
fn united(drafts: Vec<Draft>, uses: &[u32]) -> Vec<Draft> {
    let mut made_by = vec![usize::MAX; uses.len()];
    let mut out: Vec<Option<Draft>> = Vec::with_capacity(drafts.len());
    for mut draft in drafts {
        if let (Code::Sum | Code::Difference, Place::Computed(k)) = (draft.code, draft.read[2])
            && uses[k as usize] == 1
            && let Some(Some(addend)) = out.get(made_by[k as usize])
            && let Some((code, swapped)) = draft.code.with_addend(addend.code)
        {
            let ([a, b, ..], [c, d, e, ..]) = (draft.read, addend.read);
            draft.code = code;
            draft.read = if swapped { [c, d, a, b, e] } else { [a, b, c, d, e] };
            out[made_by[k as usize]] = None;
        }
        if let Place::Computed(k) = draft.to {
            made_by[k as usize] = out.len();
        }
        out.push(Some(draft));
    }
    out.into_iter().flatten().collect()
}

/// Steps that are looked at together for more of one kind: more would keep more numbers alive,
/// and memory in use far from the processor.
const WINDOW: usize = 256;

/// Puts steps of one kind one after another where they do not need each other; what none of them
/// makes is there.
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
                        maker == at || maker == usize::MAX || done[maker]
                    }
                    _ => true,
                };
                !done[at] && drafts[at].reads().iter().all(known)
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
    /// Sines and cosines that a step makes already.
    made: Vec<bool>,
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
        let (negated, made) = (vec![false; needed.len()], vec![false; needed.len()]);
        let (constants, known, drafts) = (Vec::new(), HashMap::new(), Vec::new());
        Self { graph, inputs, needed, fused, negated, constants, known, drafts, made, more }
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
    fn push(&mut self, code: Code, to: u32, [a, b, c]: [Place; 3]) {
        self.drafts.push(Draft { code, to: Place::Computed(to), read: [a, b, c, a, a] });
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
        match b {
            Place::Constant(k) if away => {
                let b = self.constant(-self.constants[k as usize]);
                self.push(Code::Sum, id, [a, b, c]);
            }
            _ => self.push(if away { Code::Difference } else { Code::Sum }, id, [a, b, c]),
        }
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
        if self.made[id as usize] {
            return;
        }
        let is_sine = matches!(self.graph.op(id), Op::Sin(_));
        let partner = if is_sine { Op::Cos(of) } else { Op::Sin(of) };
        let nodes = self.graph.nodes().iter().zip(&self.needed).skip(id as usize);
        let found = nodes.enumerate().find(|(_, (op, needed))| **needed && **op == partner);
        let partner = match found.map(|(k, _)| id + k as u32) {
            Some(partner) => {
                self.made[partner as usize] = true;
                partner
            }
            None => self.another(),
        };
        let (sine, cosine) = if is_sine { (id, partner) } else { (partner, id) };
        let a = self.plain(of, false);
        self.push(Code::SineCosine, sine, [a, a, Place::Computed(cosine)]);
    }

    /// The tape of outputs in parts, which end where `ends` says; `None` where no scalar can do what
    /// the graph does.
    pub(super) fn write(mut self, outputs: &[Expr], ends: &[usize]) -> Option<Tape> {
        let mut places = Vec::with_capacity(outputs.len());
        let mut drafted = vec![false; self.needed.len()];
        let mut drafts = Vec::with_capacity(ends.len());
        for &end in ends {
            let needed = self.graph.needed(&outputs[..end]);
            for id in 0..needed.len() {
                if needed[id] && !drafted[id] && !self.fused[id] {
                    self.draft(id as u32)?;
                    drafted[id] = true;
                }
            }
            for output in &outputs[places.len()..end] {
                let place = match *output {
                    Expr::Constant(k) => self.constant(k),
                    Expr::Node { id, negative } => self.plain(id, negative),
                };
                places.push(place);
            }
            drafts.push(std::mem::take(&mut self.drafts));
        }
        let mut uses = vec![0_u32; self.more as usize];
        let read = drafts.iter().flatten().flat_map(Draft::reads).chain(&places);
        read.filter_map(number).for_each(|k| uses[k] += 1);
        let more = self.more;
        let parts = drafts.into_iter().map(|drafts| scheduled(united(drafts, &uses), more));
        Some(self.allocate(parts.collect(), &places, ends))
    }

    /// Slots for all places: one that is not read any more is taken again.
    fn allocate(self, drafts: Vec<Vec<Draft>>, places: &[Place], ends: &[usize]) -> Tape {
        const NEVER: usize = usize::MAX;
        let mut last = vec![0; self.more as usize];
        for (at, draft) in drafts.iter().flatten().enumerate() {
            draft.reads().iter().chain([&draft.to]).filter_map(number).for_each(|k| last[k] = at);
        }
        places.iter().filter_map(number).for_each(|k| last[k] = NEVER);
        let inputs = self.constants.len() as u32;
        let mut slots = inputs + self.inputs as u32;
        let mut slot_of = vec![u32::MAX; last.len()];
        let (mut free, mut at) = (Vec::new(), 0);
        let (mut steps, mut runs, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        for (drafts, &outputs) in drafts.iter().zip(ends) {
            let mut before = None;
            for draft in drafts {
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
                steps.extend(draft.reads().iter().map(&mut slot));
                steps.push(slot(&draft.to));
                match runs.last_mut() {
                    Some((_, count)) if before == Some(draft.code) => *count += 1,
                    _ => runs.push((draft.code, 1)),
                }
                before = Some(draft.code);
                let touched = draft.reads().iter().chain([&draft.to]).filter_map(number);
                let mut done: Vec<usize> = touched.filter(|k| last[*k] == at).collect();
                done.sort_unstable();
                done.dedup();
                free.extend(done.into_iter().map(|k| slot_of[k]));
                at += 1;
            }
            parts.push(Part { slots: steps.len(), runs: runs.len(), outputs });
        }
        let outputs = places.iter().map(|end| match *end {
            Place::Constant(k) => k,
            Place::Input(k) => inputs + k,
            Place::Computed(k) => slot_of[k as usize],
        });
        let outputs = outputs.collect();
        let slots = slots as usize;
        Tape { constants: self.constants, inputs: self.inputs, slots, steps, runs, outputs, parts }
    }
}

fn number(place: &Place) -> Option<usize> {
    match place {
        Place::Computed(k) => Some(*k as usize),
        _ => None,
    }
}
