import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { believedProxies } from './http.ts'

/** The address a request is counted under: proxies add at the end, whoever calls may have written anything before. */
async function addressSeen(trustProxy: number | false | string[], forwardedFor?: string): Promise<string> {
  const app = Fastify({ trustProxy: believedProxies(trustProxy) })
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
  ['without a header, whoever holds the connection', 1, undefined, '10.0.0.1'],
  ['proxies by their addresses', ['10.0.0.0/8'], '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
] as const)('%s', async (_, trustProxy, forwardedFor, seen) => {
  expect(await addressSeen(typeof trustProxy === 'object' ? [...trustProxy] : trustProxy, forwardedFor)).toBe(
    seen,
  )
})
