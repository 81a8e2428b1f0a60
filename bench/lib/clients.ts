import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** `at` is in milliseconds since the start; status 0 means no response. */
export type Answer = {
  kind: 'list' | 'detail' | 'write'
  at: number
  ms: number
  status: number
  hasRetryAfter: boolean
  error?: string
}

/** A signed-in person: what they view, and the shifts on which they take and drop a seat, if any. */
export type Caller = {
  token: string
  lists: readonly string[]
  details: readonly string[]
  seats?: readonly string[]
}

/** Callers who view their notifications and profile, and change their email preference. */
export const simpleCallers = (tokens: readonly string[]): Caller[] =>
  tokens.map((token) => ({ token, lists: ['/api/notifications'], details: ['/api/profile'] }))

export type Drive = {
  url: string
  callers: readonly Caller[]
  clients: number
  seconds: number
  /** Whether a refused client retries when it was told to, or immediately. */
  manner: 'polite' | 'rude'
  timeoutMs?: number
  /** Average pause between a response and the next request; none by default. */
  thinkMs?: number
}

/**
 * Runs clients that send a request, wait for the response and continue for `seconds`, each with its own session and keep-alive connection:
 * 80 % lists of 50, 15 % details, 5 % writes.
 */
export async function drive(options: Drive): Promise<Answer[]> {
  const { url, callers, clients, seconds, manner, timeoutMs = 10_000, thinkMs = 0 } = options
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const answers: Answer[] = []
  const start = performance.now()
  const end = start + seconds * 1_000
  const client = async (number: number): Promise<void> => {
    // People don't all arrive in the same millisecond.
    await pause(Math.random() * Math.max(thinkMs, Math.min(500, seconds * 100)))
    const caller = callers[number % callers.length]!
    /** Never sleeps past the end: the next measurement would start on a server that has long been idle. */
    const sleep = (ms: number): Promise<void> => pause(Math.max(0, Math.min(ms, end - performance.now())))
    /** The seat that was taken and not dropped yet. */
    let seat: string | undefined
    while (performance.now() < end) {
      const { claims, ...call } = pick(caller, seat)
      const answer = await ask(url, agent, caller.token, call, timeoutMs)
      answers.push({ ...answer, at: performance.now() - start })
      if (call.kind === 'write' && answer.status < 300 && answer.status > 0) seat = claims
      if (answer.status === 503 && manner === 'polite')
        await sleep(1_000 * (answer.retryAfter || 1) * (1 + Math.random()))
      // After no response it pauses briefly, so that a closed port does not cause a busy loop.
      else if (answer.status === 0) await pause(20)
      if (thinkMs) await sleep(thinkMs * (0.5 + Math.random()))
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  agent.destroy()
  return answers
}

/** The same as `drive` on a separate thread, so that other measurements are not delayed. */
export async function driveAside(options: Drive): Promise<Answer[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: options })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

type Call = { kind: Answer['kind']; method: string; path: string; body?: string }

/** The caller's next request; `claims` is the seat they hold once it succeeds. */
function pick(caller: Caller, seat: string | undefined): Call & { claims?: string } {
  const any = (all: readonly string[]): string => all[Math.floor(Math.random() * all.length)]!
  const dice = Math.random()
  if (dice < 0.8) return { kind: 'list', method: 'GET', path: any(caller.lists) }
  if (dice < 0.95) return { kind: 'detail', method: 'GET', path: any(caller.details) }
  if (seat) return { kind: 'write', method: 'POST', path: `/api/seats/${seat}/drop`, body: '{}' }
  if (caller.seats) {
    const claims = randomUUID()
    const path = `/api/shifts/${any(caller.seats)}/seats`
    return { kind: 'write', method: 'POST', path, body: JSON.stringify({ id: claims }), claims }
  }
  const path = '/api/notifications/preferences/signup_decision'
  return { kind: 'write', method: 'PUT', path, body: `{"by_email":${dice < 0.975}}` }
}

function ask(
  url: string,
  agent: Agent,
  token: string,
  { kind, method, path, body }: Call,
  timeoutMs: number,
): Promise<Omit<Answer, 'at'> & { retryAfter: number }> {
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

/** True for a correct response; a seat that is taken or clashes with another is one too. */
const isGood = ({ kind, status }: Answer): boolean =>
  (status >= 200 && status < 300) || (kind === 'write' && status === 409)

/** The results of a load: counts, and responses by fault. */
export function tally(answers: readonly Answer[]) {
  const good = answers.filter(isGood)
  // A timeout (504) is a correct response without a request to retry.
  const refused = answers.filter(
    ({ status, hasRetryAfter }) => (status === 503 && hasRetryAfter) || status === 504,
  )
  const faults = new Map<string, number>()
  for (const answer of answers) {
    const { status, hasRetryAfter, error } = answer
    if (isGood(answer) || (status === 503 && hasRetryAfter) || status === 504) continue
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
