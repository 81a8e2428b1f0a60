import { getEventIteratorSchemaDetails, isContractProcedure } from '@orpc/contract'
import { contract } from './contract.ts'

type Address = { template: string; pattern: RegExp; method: string; isStream: boolean }

/** By the first segment of their paths, so that each lookup searches the calls of only one feature. */
const rest = new Map<string, Address[]>()
const rpc = new Map<string, Address>()
collect(contract, [])

function collect(router: object, steps: string[]): void {
  for (const [key, value] of Object.entries(router) as [string, object][]) {
    const names = [...steps, key]
    if (!isContractProcedure(value)) {
      collect(value, names)
      continue
    }
    const { route, outputSchema } = value['~orpc']
    const path = route.path ?? `/${names.join('/')}`
    const isStream = getEventIteratorSchemaDetails(outputSchema) !== undefined
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)
    const address = {
      template: path.replaceAll(/\{\w+\}/g, '{}'),
      pattern,
      method: route.method ?? 'POST',
      isStream,
    }
    const first = firstStep(path)
    rest.set(first, [...(rest.get(first) ?? []), address])
    rpc.set(`/rpc/${names.join('/')}`, address)
  }
}

/**
 * The first segments of call addresses; all other addresses belong to the web app. Calendar programs do not sign in, because the address
 * contains the key.
 */
export const API_PREFIXES = ['/rpc', '/api', '/functions', '/calendar'] as const

/**
 * The methods that the contract allows at an address (without its query), plus HEAD for every GET that ends; empty if there is no call. An
 * RPC call takes POST, and GET if its REST twin does.
 */
export function methodsAt(url: string): string[] {
  const path = url.split('?')[0]!
  if (path.startsWith('/rpc/')) {
    const found = rpc.get(path.replace(/\/$/, ''))
    return found ? withHead(found.method === 'GET' ? ['GET', 'POST'] : ['POST'], found.isStream) : []
  }
  const own = path.replace(/^\/api(?=\/)/, '')
  const found = (rest.get(firstStep(own)) ?? []).filter(({ pattern }) => pattern.test(own))
  // Literal segments win over parameters: /shifts/units is not a shift.
  const [closest] = found
    .map(({ template }) => template)
    .toSorted((a, b) => parameterCount(a) - parameterCount(b))
  const calls = found.filter(({ template }) => template === closest)
  const methods = [...new Set(calls.map(({ method }) => method))]
  return withHead(
    methods,
    calls.some(({ isStream }) => isStream),
  )
}

/** "/shifts/{id}" begins with "shifts"; no path of the contract begins with a parameter. */
function firstStep(path: string): string {
  return path.split('/', 2)[1] ?? ''
}

const parameterCount = (template: string): number => template.split('{}').length

const withHead = (methods: string[], isStream: boolean): string[] =>
  methods.includes('GET') && !isStream ? [...methods, 'HEAD'] : methods
