import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** `at` milliseconds after the beginning; status 0: no answer at all. */
export type Answer = {
  kind: 'list' | 'detail' | 'write'
  at: number
  ms: number
  status: number
  hasRetryAfter: boolean
  error?: string
}

export type Drive = {
  url: string
  tokens: readonly string[]
  clients: number
  seconds: number
  /** Does a client that was refused come back when it was told to, or at once? */
  manner: 'polite' | 'rude'
  timeoutMs?: number
}

/**
 * Clients that each ask, wait for the answer and ask again for `seconds`, every one with a session and a kept-alive
 * connection of its own: 80 % the newest 50 notifications, 15 % a profile, 5 % a write.
 */
export async function drive(options: Drive): Promise<Answer[]> {
  const { url, tokens, clients, seconds, manner, timeoutMs = 10_000 } = options
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const answers: Answer[] = []
  const start = performance.now()
  const end = start + seconds * 1_000
  const client = async (number: number): Promise<void> => {
    // People do not arrive in one millisecond.
    await pause(Math.random() * Math.min(500, seconds * 100))
    for (let turn = 0; performance.now() < end; turn++) {
      const answer = await ask(url, agent, tokens[number % tokens.length]!, timeoutMs)
      answers.push({ ...answer, at: performance.now() - start })
      if (answer.status === 503 && manner === 'polite')
        await pause(1_000 * (answer.retryAfter || 1) * (1 + Math.random()))
      // Without an answer there is nothing to be rude about: a moment, so that one refused port is not a busy loop.
      else if (answer.status === 0) await pause(20)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  agent.destroy()
  return answers
}

/** As `drive`, on a thread of its own: what measures something else meanwhile is not held up. */
export async function driveAside(options: Drive): Promise<Answer[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: options })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

function pick(): { kind: Answer['kind']; method: string; path: string; body?: string } {
  const dice = Math.random()
  if (dice < 0.8) return { kind: 'list', method: 'GET', path: '/api/notifications' }
  if (dice < 0.95) return { kind: 'detail', method: 'GET', path: '/api/profile' }
  const path = '/api/notifications/preferences/signup_decision'
  return { kind: 'write', method: 'PUT', path, body: `{"by_email":${dice < 0.975}}` }
}

function ask(
  url: string,
  agent: Agent,
  token: string,
  timeoutMs: number,
): Promise<Omit<Answer, 'at'> & { retryAfter: number }> {
  const { kind, method, path, body } = pick()
  const began = performance.now()
  return new Promise((resolve) => {
    const done = (status: number, retryAfter = 0, error?: string): void => {
      clearTimeout(timer)
      resolve({
        kind,
        ms: performance.now() - began,
        status,
        retryAfter,
        hasRetryAfter: retryAfter > 0,
        ...(error ? { error } : {}),
      })
    }
    const headers = {
      cookie: `placewell=${token}`,
      ...(body ? { 'content-type': 'application/json', 'content-length': body.length } : {}),
    }
    const call = request(url + path, { method, agent, headers }, (response) => {
      response.resume()
      response.once('end', () => done(response.statusCode!, Number(response.headers['retry-after'] ?? 0)))
      response.once('error', (error) => done(0, 0, error.message))
    })
    const timer = setTimeout(() => call.destroy(new Error('no answer in time')), timeoutMs)
    call.once('error', (error) => done(0, 0, (error as NodeJS.ErrnoException).code ?? error.message))
    call.end(body)
  })
}

/** What came of a load: counts, and answers by what went wrong. */
export function tally(answers: readonly Answer[]) {
  const good = answers.filter(({ status }) => status >= 200 && status < 300)
  const refused = answers.filter(({ status, hasRetryAfter }) => status === 503 && hasRetryAfter)
  const faults = new Map<string, number>()
  for (const { status, hasRetryAfter, error } of answers) {
    if ((status >= 200 && status < 300) || (status === 503 && hasRetryAfter)) continue
    const name = error ?? `status ${status}`
    faults.set(name, (faults.get(name) ?? 0) + 1)
  }
  return {
    good,
    refused,
    faults: [...faults].map(([name, count]) => `${count} × ${name}`).join(', '),
    faultCount: answers.length - good.length - refused.length,
    slowest: answers.reduce((most, { ms }) => Math.max(most, ms), 0),
  }
}

if (!isMainThread && parentPort) parentPort.postMessage(await drive(workerData as Drive))
