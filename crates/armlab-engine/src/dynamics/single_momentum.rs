//! The generalised momentum of one state.

use super::momentum::momentum;
use super::single::Dynamics;
use super::workspace::Single;
use crate::spatial::{InstructionSet, Kernel, Lanes, dispatch};

impl Dynamics<'_> {
    /// Generalised momentum `M q̇` and slope of the kinetic energy `∂T/∂q`.
    pub fn momentum(&mut self, q: &[f64], qd: &[f64], momentum: &mut [f64], slope: &mut [f64]) {
        self.check(&[q.len(), qd.len(), momentum.len(), slope.len()]);
        dispatch(Momentum { of: self, q, qd, momentum, slope });
    }
}

struct Momentum<'a, 'r> {
    of: &'a mut Dynamics<'r>,
    q: &'a [f64],
    qd: &'a [f64],
    momentum: &'a mut [f64],
    slope: &'a mut [f64],
}

impl Kernel for Momentum<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let (tree, parameters) = (self.of.robot.tree(), self.of.robot.parameters());
        let m = &mut A::of(&mut self.of.workspace).single;
        m.fit(tree);
        for i in 0..tree.dofs {
            m.q[i] = Lanes::new([self.q[i]]);
            m.qd[i] = Lanes::new([self.qd[i]]);
        }
        let (p, slope): (&mut [Single<A>], &mut [Single<A>]) = (&mut m.effort, &mut m.qdd);
        momentum(tree, parameters, &mut m.momenta, &m.q, &m.qd, p, slope);
        for i in 0..tree.dofs {
            self.momentum[i] = m.effort[i].v[0];
            self.slope[i] = m.qdd[i].v[0];
        }
    }
}
