import type { Server, ServerResponse } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** What one client may use before and after its request is admitted. Times in milliseconds, sizes in bytes. */
export type ConnectionLimits = {
  /** From connecting, or from the first byte of the next request, to the end of its headers. */
  headersMs: number
  /** A body may take this long, plus one second for every `bodyBytesPerSecond` received. */
  bodyMs: number
  bodyBytesPerSecond: number
  /** From the first byte of a request to the last, at any speed. */
  requestMs: number
  /** The connection is closed if the client reads nothing of an answer for this long. */
  stalledAnswerMs: number
  /** The largest body accepted from someone who is not signed in. */
  strangerBodyBytes: number
  /** Bodies in transfer at once: from one person or address, from everyone, and their total bytes. */
  bodiesPerOwner: number
  bodies: number
  bodyBytes: number
  /** Files that are being sent at once: bytes to one person or address, and to everyone. */
  answerBytesPerOwner: number
  answerBytes: number
  /** Connections without a signed-in person: from one address, and in total. */
  socketsPerAddress: number
  sockets: number
}

/** A class of several hundred behind one address opens a page at once and stays far below these limits (decision 012). */
export const connectionLimits: ConnectionLimits = {
  headersMs: 10_000,
  bodyMs: 10_000,
  bodyBytesPerSecond: 16_384,
  requestMs: 180_000,
  stalledAnswerMs: 10_000,
  strangerBodyBytes: 65_536,
  bodiesPerOwner: 64,
  bodies: 512,
  bodyBytes: 67_108_864,
  answerBytesPerOwner: 134_217_728,
  answerBytes: 536_870_912,
  socketsPerAddress: 1_024,
  sockets: 4_096,
}

/** Unanswered requests on one connection. */
const MAX_PIPELINED = 8
const SWEEP_MS = 250
const GIVEN_UP_MS = 1_000
const REQUEST_TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

type Held = { address: string; since: number; underWay: number; isKnown: boolean }

/**
 * The connections of one server. A new one is always accepted: if an address, or everyone together, holds too many, the one that has been
 * idle longest without ever carrying a signed-in person is closed. Connections of trusted proxies are not counted, because a proxy limits
 * its own clients.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #isProxy: (address: string) => boolean
  readonly #held = new Map<Socket, Held>()
  readonly #byAddress = new Map<string, Set<Socket>>()
  #strangers = 0

  constructor(limits: ConnectionLimits, isProxy: (address: string) => boolean = () => false) {
    this.#limits = limits
    this.#isProxy = isProxy
  }

  /** Watches all connections of a server. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#add(socket))
    server.on('request', (request, response) => {
      const held = this.#held.get(request.socket)
      if (!held) return
      held.underWay++
      // Browsers wait for an answer before the next request; a client that sends dozens at once tries to fill the queue.
      if (held.underWay > MAX_PIPELINED && !held.isKnown) request.socket.destroy()
      response.once('close', () => {
        held.underWay--
        held.since = performance.now()
      })
    })
    server.setTimeout(this.#limits.stalledAnswerMs, (socket) => {
      const held = this.#held.get(socket)
      // Keeps silent streams and clients that wait for our answer. Node counts a write that makes progress as activity.
      if (!held || held.underWay === 0 || socket.writableLength > 0) socket.destroy()
    })
  }

  /** A signed-in person used this connection: it no longer counts as a stranger's. */
  know(socket: Socket): void {
    const held = this.#held.get(socket)
    if (!held || held.isKnown) return
    held.isKnown = true
    this.#uncount(socket, held)
  }

  /** True if a signed-in person used this connection, or if it belongs to a trusted proxy, whose clients are not told apart. */
  isKnown(socket: Socket): boolean {
    return this.#held.get(socket)?.isKnown ?? false
  }

  get size(): number {
    return this.#held.size
  }

  #add(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const held = { address, since: performance.now(), underWay: 0, isKnown: this.#isProxy(address) }
    this.#held.set(socket, held)
    socket.once('close', () => {
      this.#held.delete(socket)
      if (!held.isKnown) this.#uncount(socket, held)
    })
    if (held.isKnown) return
    const ofAddress = this.#byAddress.get(address) ?? new Set()
    this.#byAddress.set(address, ofAddress.add(socket))
    this.#strangers++
    if (ofAddress.size > this.#limits.socketsPerAddress) this.#closeOne(ofAddress)
    else if (this.#strangers > this.#limits.sockets) this.#closeOne(this.#largest())
  }

  #uncount(socket: Socket, { address }: Held): void {
    const ofAddress = this.#byAddress.get(address)
    if (!ofAddress?.delete(socket)) return
    this.#strangers--
    if (ofAddress.size === 0) this.#byAddress.delete(address)
  }

  #largest(): Set<Socket> {
    let largest = new Set<Socket>()
    for (const sockets of this.#byAddress.values()) if (sockets.size > largest.size) largest = sockets
    return largest
  }

  /** Closes the connection that has been idle longest or, if all are in use, the oldest. */
  #closeOne(sockets: Set<Socket>): void {
    let longest: Socket | undefined
    let since = Number.POSITIVE_INFINITY
    for (const socket of sockets) {
      const held = this.#held.get(socket)!
      if (held.underWay > 0 || held.since >= since) continue
      longest = socket
      since = held.since
    }
    const closing = longest ?? sockets.values().next().value
    if (!closing) return
    this.#uncount(closing, this.#held.get(closing)!)
    closing.destroy()
  }
}

type Body = { owner: string; bytes: number; startedAt: number; readBefore: number; request: FastifyRequest }

/**
 * Request bodies still in transfer, before their requests take a slot. A body that is too slow is cut with 408; if one owner, or everyone
 * together, has too many, the oldest is cut, so a body sent at once always arrives.
 */
export class Bodies {
  readonly #limits: ConnectionLimits
  readonly #byOwner = new Map<string, Set<Body>>()
  readonly #all = new Set<Body>()
  #bytes = 0
  readonly #sweep: NodeJS.Timeout

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
    this.#sweep = setInterval(() => this.#cutSlowOnes(), SWEEP_MS).unref()
  }

  /** Starts a body of at most this many bytes; returns false if there is no room now, else a function to call once it has arrived. */
  begin(request: FastifyRequest, owner: string, bytes: number): false | (() => void) {
    if (this.#bytes + bytes > this.#limits.bodyBytes) return false
    const body = {
      owner,
      bytes,
      startedAt: performance.now(),
      readBefore: request.raw.socket.bytesRead,
      request,
    }
    const ofOwner = this.#byOwner.get(owner) ?? new Set()
    if (ofOwner.size >= this.#limits.bodiesPerOwner) this.#giveUp(ofOwner.values().next().value!)
    else if (this.#all.size >= this.#limits.bodies) this.#giveUp(this.#all.values().next().value!)
    this.#byOwner.set(owner, ofOwner.add(body))
    this.#all.add(body)
    this.#bytes += bytes
    request.raw.once('close', () => this.#end(body))
    return () => this.#end(body)
  }

  get size(): number {
    return this.#all.size
  }

  close(): void {
    clearInterval(this.#sweep)
  }

  #end(body: Body): void {
    if (!this.#all.delete(body)) return
    this.#bytes -= body.bytes
    const ofOwner = this.#byOwner.get(body.owner)!
    ofOwner.delete(body)
    if (ofOwner.size === 0) this.#byOwner.delete(body.owner)
  }

  /**
   * Frees the room at once but cuts the connection later, because a client that is cut at once reconnects at once, hundreds of times a
   * second.
   */
  #giveUp(body: Body): void {
    this.#end(body)
    setTimeout(() => {
      if (!body.request.raw.complete) this.#cut(body)
    }, GIVEN_UP_MS).unref()
  }

  #cut(body: Body): void {
    this.#end(body)
    const { socket } = body.request.raw
    socket.end(REQUEST_TIMEOUT, () => socket.destroy())
  }

  #cutSlowOnes(): void {
    const now = performance.now()
    const { bodyMs, bodyBytesPerSecond } = this.#limits
    for (const body of this.#all) {
      const read = body.request.raw.socket.bytesRead - body.readBefore
      if (now - body.startedAt > bodyMs + (1_000 * read) / bodyBytesPerSecond) this.#cut(body)
    }
  }
}

/** What a list counts as that is read while it is sent: two for one person, and eight for everyone. */
const LIST_BYTES = 67_108_864

/**
 * Files and lists that are being sent. They hold no slot, because a client may read slowly, but memory, and a list reads on in the
 * database: a person who has too many is refused one more, and if everyone together has too many, the oldest is cut.
 */
export class Answers {
  readonly #limits: ConnectionLimits
  readonly #all = new Map<ServerResponse, { owner: string; bytes: number }>()

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  /** Starts an answer of so many bytes, undefined if no one knows yet; returns false if its owner has too many already. */
  begin(response: ServerResponse, owner: string, bytes = LIST_BYTES): boolean {
    const { answerBytesPerOwner, answerBytes } = this.#limits
    const before = this.#bytes(owner)
    if (before > 0 && before + bytes > answerBytesPerOwner) return false
    // A connection that has already closed will not say so again.
    if (response.destroyed) return true
    this.#all.set(response, { owner, bytes })
    response.once('close', () => this.#all.delete(response))
    for (const [oldest] of this.#all) {
      if (oldest === response || this.#bytes() <= answerBytes) break
      this.#all.delete(oldest)
      oldest.destroy()
    }
    return true
  }

  #bytes(owner?: string): number {
    let bytes = 0
    for (const one of this.#all.values()) if (owner === undefined || one.owner === owner) bytes += one.bytes
    return bytes
  }
}

/** True if a request announces a body. */
export function hasBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** The largest size a body can have: the announced length, or else the largest that is accepted. */
export function bodyBytes({ headers }: Pick<FastifyRequest, 'headers'>, most: number): number {
  const announced = headers['transfer-encoding'] === undefined && headers['content-length']
  return announced ? Math.min(Number(announced), most) : most
}

/**
 * True if the address of a connection is a proxy that TRUST_PROXY names. True for any address if TRUST_PROXY only gives a number of
 * proxies.
 */
export function isTrustedProxy(trustProxy: false | number | string[]): (address: string) => boolean {
  if (!Array.isArray(trustProxy)) return () => trustProxy !== false
  const proxies = new BlockList()
  for (const part of trustProxy) {
    const [address = '', bits] = part.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
    return isIP(plain) !== 0 && proxies.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }
}
