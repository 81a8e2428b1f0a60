// Runs `npm run bench`; bench/ contains the measurements and their thresholds.
await import('../bench/run.ts')
