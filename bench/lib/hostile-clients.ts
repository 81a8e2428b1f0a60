import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** The behaviors of hostile clients; an equal part of them has each. */
export const manners = ['silent', 'dripping', 'almost whole', 'never reading', 'repeating'] as const
export type Manner = (typeof manners)[number]

/** The repeated request. */
export type Page = { path: string; headers?: Readonly<Record<string, string>> }
type Attack = { url: string; clients: number; seconds: number; addresses: readonly string[]; page: Page }

/**
 * Runs hostile clients for `seconds` on a separate thread: they hold connections open silently, send a body byte by byte, send nearly all
 * of a long one, request many responses without reading them, or repeat `page` as fast as possible. Disconnected clients reconnect
 * immediately. Resolves to the number of answered requests of the last kind.
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
        // A response from the server ends the connection, closed by us; the next begins.
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
