import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** What hostile clients do; each is done by an equal part of them. */
export const manners = ['silent', 'dripping', 'almost whole', 'never reading', 'repeating'] as const
export type Manner = (typeof manners)[number]

/** What is repeated. */
export type Page = { path: string; headers?: Readonly<Record<string, string>> }
type Attack = { url: string; clients: number; seconds: number; addresses: readonly string[]; page: Page }

/**
 * Clients that mean harm for `seconds`, on a thread of their own: they hold connections open and say nothing, send a body byte by
 * byte, send nearly all of a long one, ask for many answers and read none, or repeat `page` as fast as it comes. Anyone who is cut
 * off comes back at once. Resolves to how many requests of the last kind were answered.
 */
export async function attackAside(options: Attack): Promise<{ repeated: number; cutOff: number }> {
  const worker = new Worker(new URL(import.meta.url), { workerData: options })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

async function attack({ url, clients, seconds, addresses, page }: Attack) {
  const { hostname, port, host } = new URL(url)
  const end = performance.now() + seconds * 1_000
  const count = { repeated: 0, cutOff: 0 }
  const head = (method: string, path: string, more: readonly string[] = []) =>
    [`${method} ${path} HTTP/1.1`, `host: ${host}`, ...more, '', ''].join('\r\n')
  const ask = head(
    'GET',
    page.path,
    Object.entries(page.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  )
  const post = (length: number) =>
    head('POST', '/api/sign-in/setting', ['content-type: application/json', `content-length: ${length}`])
  const almostMost = 1_000_000
  const almost = post(almostMost) + 'x'.repeat(almostMost - 1_000)
  const begin: Record<Manner, (socket: Socket, isOver: () => boolean) => void> = {
    silent: (socket) => void socket.write('GET / HT'),
    dripping: (socket, isOver) => {
      socket.write(post(500) + '{')
      void drip(socket, isOver)
    },
    'almost whole': (socket, isOver) => {
      socket.write(almost)
      void drip(socket, isOver)
    },
    'never reading': (socket) => {
      socket.pause()
      socket.write(ask.repeat(50))
    },
    repeating: (socket) => {
      let rest = 0
      let known = ''
      socket.on('data', (chunk) => {
        if (rest === 0) {
          known += chunk.toString('latin1')
          const at = known.indexOf('\r\n\r\n')
          if (at < 0) return
          rest = Number(/content-length: (\d+)/i.exec(known.slice(0, at))?.[1] ?? 0) - (known.length - at - 4)
          known = ''
        } else rest -= chunk.length
        if (rest > 0) return
        rest = 0
        count.repeated++
        socket.write(ask)
      })
      socket.write(ask)
    },
  }
  const client = async (number: number): Promise<void> => {
    const manner = manners[number % manners.length]!
    const localAddress = addresses[number % addresses.length]!
    await pause(Math.random() * 500)
    while (performance.now() < end) {
      await new Promise<void>((resolve) => {
        const socket = connect({ host: hostname, port: Number(port), localAddress })
        let isOver = false
        const timer = setTimeout(() => socket.destroy(), end - performance.now())
        socket.on('error', () => {})
        socket.once('close', () => {
          isOver = true
          clearTimeout(timer)
          resolve()
        })
        // Cut off by us, an answer of the server's ends the connection; the next begins.
        if (manner !== 'never reading' && manner !== 'repeating')
          socket.on('data', () => {}).once('end', () => socket.destroy())
        socket.once('connect', () => begin[manner](socket, () => isOver))
      })
      count.cutOff++
      await pause(20)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  return { ...count, cutOff: count.cutOff - clients }
}

async function drip(socket: Socket, isOver: () => boolean): Promise<void> {
  for (await pause(1_000); !isOver(); await pause(1_000)) socket.write('x')
}

if (!isMainThread && parentPort) parentPort.postMessage(await attack(workerData as Attack))
