import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import {
  BACKLOG,
  codingFor,
  isHeld,
  trustedProxies,
  canSharePort,
  isOwnHost,
  openMoreListeners,
} from './http.ts'

/** The address a request is counted under: proxies add at the end, and the caller may have written anything before. */
async function addressSeen(trustProxy: number | false | string[], forwardedFor?: string): Promise<string> {
  const app = Fastify({ trustProxy: trustedProxies(trustProxy) })
  app.get('/', (request, reply) => reply.send(request.ip))
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  const { body } = await app.inject({ url: '/', remoteAddress: '10.0.0.1', headers })
  return body
}

it.each([
  ['nobody is believed', false, '203.0.113.9', '10.0.0.1'],
  ['one proxy says who called it', 1, '203.0.113.9', '203.0.113.9'],
  ['what the caller wrote before it counts for nothing', 1, '6.6.6.6, 203.0.113.9', '203.0.113.9'],
  ['two proxies', 2, '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['without a header, who holds the connection', 1, undefined, '10.0.0.1'],
  ['proxies by their addresses', ['10.0.0.0/8'], '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
] as const)('%s', async (_, trustProxy, forwardedFor, seen) => {
  expect(await addressSeen(typeof trustProxy === 'object' ? [...trustProxy] : trustProxy, forwardedFor)).toBe(
    seen,
  )
})

const home = { appUrl: 'https://placewell.example.edu', host: '127.0.0.1' }

it.each([
  'placewell.example.edu',
  'PLACEWELL.example.edu:443',
  'localhost:3000',
  '127.0.0.1',
  '127.0.0.1:3000',
  '[::1]:3000',
])('answers as %s', (host) => {
  expect(isOwnHost(host, home)).toBe(true)
})

it.each([
  undefined,
  '',
  'evil.example',
  'evil.example:3000',
  'placewell.example.edu.evil.example',
  'localhost.evil.example',
  'evil.example@localhost',
  'localhost@evil.example',
  'localhost/../evil',
  'localhost:x',
  'a b',
  '0.0.0.0',
  '10.0.0.5',
])('does not answer for %s', (host) => {
  expect(isOwnHost(host, home)).toBe(false)
})

it('answers for the one address it listens on, but not if it listens on all addresses', () => {
  expect(isOwnHost('10.0.0.5:3000', { ...home, host: '10.0.0.5' })).toBe(true)
  expect(isOwnHost('[fd00::5]', { ...home, host: 'fd00::5' })).toBe(true)
  expect(isOwnHost('0.0.0.0', { ...home, host: '0.0.0.0' })).toBe(false)
  expect(isOwnHost('[::]', { ...home, host: '::' })).toBe(false)
})

/** Opens this many connections, reports through shared memory when all are open, and keeps them open. */
const VISITORS = `
  const { connect } = require('node:net')
  const { parentPort, workerData: { port, count, standing } } = require('node:worker_threads')
  parentPort.once('message', () => {
    for (let number = 0; number < count; number++)
      connect(port, '127.0.0.1', () => {
        if (Atomics.add(standing, 0, 1) === count - 1) Atomics.notify(standing, 0)
      })
  })`

it.runIf(canSharePort)(
  'accepts hundreds of connections that arrive while the server works within a few turns of its event loop',
  async () => {
    const count = 600
    const server = createServer()
    let came = 0
    server.on('connection', () => void came++)
    server.listen({ host: '127.0.0.1', port: 0, backlog: BACKLOG, reusePort: true })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const listeners = await openMoreListeners(server, { host: '127.0.0.1', port })
    const standing = new Int32Array(new SharedArrayBuffer(4))
    const visitors = new Worker(VISITORS, { eval: true, workerData: { port, count, standing } })
    await once(visitors, 'online')
    visitors.postMessage('come')
    // Blocks the event loop, as making an answer does, until all are connected.
    for (let now = 0; now < count; now = Atomics.load(standing, 0)) Atomics.wait(standing, 0, now, 50)
    let rounds = 0
    for (; came < count && rounds < count; rounds++) await new Promise(setImmediate)
    expect(came).toBe(count)
    expect(rounds).toBeLessThan(30)
    await visitors.terminate()
    server.closeAllConnections()
    await Promise.all([listeners.close(), new Promise((resolve) => server.close(resolve))])
  },
)

it.each([
  ['"a1"', true],
  ['W/"a1"', true],
  ['"other", W/"a1" ,"third"', true],
  ['*', true],
  ['"a"', false],
  ['a1', false],
  [undefined, false],
])('a caller that holds %s has the current version: %s', (held, isSame) => {
  expect(isHeld(held, '"a1"')).toBe(isSame)
  expect(isHeld(held, 'W/"a1"')).toBe(isSame)
})

it.each([
  ['gzip, deflate, br, zstd', 'br', 'gzip'],
  ['gzip', 'gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip', 'gzip'],
  ['br;q=0, gzip;q=1.0', 'gzip', 'gzip'],
  ['br , gzip;q=0.000', 'br', undefined],
  ['identity', undefined, undefined],
  ['x-gzip-like', undefined, undefined],
  ['', undefined, undefined],
  [undefined, undefined, undefined],
])('what accepts %s gets %s, and %s if only gzip is to be had', (accepted, best, streamed) => {
  expect(codingFor(accepted)).toBe(best)
  expect(codingFor(accepted, ['gzip'])).toBe(streamed)
})
