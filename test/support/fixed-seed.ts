import fc from 'fast-check'

// The same cases on every run. `FC_SEED=$RANDOM` looks for others.
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 1) })
