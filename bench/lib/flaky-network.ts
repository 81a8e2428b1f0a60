import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

type Way = 'to the database' | 'to the server'
type Watch = (way: Way, piece: Buffer) => Promise<unknown> | undefined
export type Trouble = 'none' | 'black hole' | 'reset' | 'refuse' | 'slow' | 'lossy'

/**
 * Simulates a faulty network between a server and PostgreSQL: `black hole` silently passes nothing (data sent meanwhile arrives after
 * healing, because TCP resends), `reset` cuts every connection and each new one, `refuse` closes each new one, `slow` delays by 400 ms,
 * `lossy` delays 5 % of all packets by 200 ms, as TCP does after a loss.
 */
export async function startFlakyNetwork(adminUrl: string) {
  const url = new URL(adminUrl)
  const socketPath = join(url.searchParams.get('host')!, `.s.PGSQL.${url.port}`)
  let trouble: Trouble = 'none'
  const pairs = new Set<[Socket, Socket]>()
  let healed = Promise.withResolvers<void>()
  let watch: Watch | undefined

  const carry = (from: Socket, to: Socket, way: Way): void => {
    let last = Promise.resolve()
    from.on('data', (piece: Buffer) => {
      const held = watch?.(way, piece)
      const wait =
        held ??
        (trouble === 'black hole'
          ? healed.promise
          : trouble === 'slow'
            ? pause(400)
            : trouble === 'lossy' && Math.random() < 0.05
              ? pause(200)
              : undefined)
      last = Promise.all([last, wait]).then(() => void (to.destroyed || to.write(piece)))
    })
    from.on('end', () => void last.then(() => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
  }
  const server = createServer((near) => {
    if (trouble === 'reset' || trouble === 'refuse') return void near.resetAndDestroy()
    const far = connect(socketPath)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    near.once('close', () => pairs.delete(pair))
    carry(near, far, 'to the database')
    carry(far, near, 'to the server')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    /** The address for a database login through this network. */
    through(login: string): string {
      const address = new URL(login)
      address.search = ''
      address.host = `127.0.0.1:${port}`
      return address.href
    },
    set(next: Trouble): void {
      if (next === 'reset') for (const [near] of pairs) near.resetAndDestroy()
      trouble = next
      healed.resolve()
      healed = Promise.withResolvers<void>()
    },
    /** Called with each packet before it is passed on; a packet for which it returns a promise waits for that. */
    watch(by: Watch | undefined): void {
      watch = by
    },
    close(): void {
      server.close()
      for (const [near, far] of pairs) {
        near.destroy()
        far.destroy()
      }
    },
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
