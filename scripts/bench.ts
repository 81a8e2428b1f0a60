// `npm run bench`: what is measured, and what it is measured by, is in bench/.
await import('../bench/run.ts')
