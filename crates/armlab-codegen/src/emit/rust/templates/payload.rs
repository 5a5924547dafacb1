
/// The load at the tool, from the observer's efforts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Payload {
    column: [[Real; JOINTS]; 4],
    last: Option<([[Real; JOINTS]; 4], [[Real; JOINTS]; 4])>,
    information: [[Real; 4]; 4],
    right: [Real; 4],
}

impl Payload {
    /// An estimate that has seen nothing.
    pub const fn new() -> Self {
        Self {
            column: [[0.0; JOINTS]; 4],
            last: None,
            information: [[0.0; 4]; 4],
            right: [0.0; 4],
        }
    }
    /// Takes a sample and the observer's efforts there, with the standard deviation of their
    /// noise (N m or N). The past fades at a rate (1/s; 0 for never).
    pub fn update(
        &mut self,
        observer: &Observer,
        q: &[Real; JOINTS],
        qd: &[Real; JOINTS],
        noise: &[Real; JOINTS],
        dt: Real,
        rate: Real,
        fade: Real,
    ) -> Result<(), Error> {
        let good = |x: Real| x > 0.0 && x <= Real::MAX;
        if (self.last.is_some() && !(good(dt) && good(rate))) || !(fade >= 0.0 && fade <= Real::MAX) {
            return Err(Error::NotFinite);
        }
        all_within(q, LARGEST_POSITION)?;
        all_within(qd, Real::MAX)?;
        let (mut p, mut free) = ([[0.0; JOINTS]; 4], [[0.0; JOINTS]; 4]);
        compute_load_momentum(q, qd, &mut p, &mut free);
        if let Some((last_p, last_free)) = &self.last {
            let keep = elementary::exp(-(rate * dt));
            let left = elementary::exp(-(fade * dt));
            for a in 0..4 {
                for j in 0..JOINTS {
                    let mean = 0.5 * (free[a][j] + last_free[a][j]);
                    let now = (p[a][j] - last_p[a][j]) / dt - mean;
                    self.column[a][j] = keep * self.column[a][j] + (1.0 - keep) * now;
                }
            }
            for a in 0..4 {
                self.right[a] *= left;
                for b in 0..4 {
                    self.information[a][b] *= left;
                }
                for j in 0..JOINTS {
                    let s = if noise[j] > 0.0 { noise[j] } else { 1.0 };
                    let y = self.column[a][j] * dt / (s * s);
                    self.right[a] -= y * observer.external[j];
                    for b in 0..4 {
                        self.information[a][b] += y * self.column[b][j];
                    }
                }
            }
        }
        self.last = Some((p, free));
        Ok(())
    }
    /// The load so far: mass (kg) and first moments (kg m) in the tool's frame.
    pub fn load(&self) -> Result<(Real, [Real; 3]), Error> {
        let mut a = self.information;
        let mut x = self.right;
        let mut trace: Real = 0.0;
        for i in 0..4 {
            trace += a[i][i];
        }
        for k in 0..4 {
            // Directions that no motion shows yet stay zero.
            a[k][k] += trace * @regularisation@;
            if !(a[k][k] > 0.0) {
                return Err(Error::Singular);
            }
            for i in k + 1..4 {
                let factor = a[i][k] / a[k][k];
                for j in k..4 {
                    a[i][j] -= factor * a[k][j];
                }
                x[i] -= factor * x[k];
            }
        }
        for i in (0..4).rev() {
            for j in i + 1..4 {
                x[i] -= a[i][j] * x[j];
            }
            x[i] /= a[i][i];
        }
        all_within(&x, Real::MAX)?;
        Ok((x[0], [x[1], x[2], x[3]]))
    }
}
