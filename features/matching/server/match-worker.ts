import { parentPort } from 'node:worker_threads'
import type { Problem } from './format.ts'
import { match } from './match.ts'

parentPort?.once('message', (problem: Problem) => {
  void match(problem).then((answer) => parentPort?.postMessage(answer))
})
