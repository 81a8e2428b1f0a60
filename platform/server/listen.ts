import { EventEmitter } from 'node:events'
import pg from 'pg'
import type { Log } from './log.ts'

/**
 * One connection that LISTENs on the given channels and passes on what PostgreSQL notifies; reconnects after 1 s. Emits `reset` after every
 * (re)connection, because notices may have been missed. Checks every 5 s that the connection still answers, because a silently broken one
 * looks like silence.
 */
export class Listener extends EventEmitter<Record<string, [string]>> {
  readonly #url: string
  readonly #channels: readonly string[]
  readonly #log: Log
  #client: pg.Client | undefined
  #closed = false
  #retry: NodeJS.Timeout | undefined
  #pulse: NodeJS.Timeout | undefined
  #listening = false

  constructor(options: { url: string; channels: readonly string[]; log: Log }) {
    super()
    this.setMaxListeners(0)
    this.#url = options.url
    this.#channels = options.channels
    this.#log = options.log
  }

  /** Throws for a channel that is not listened to, because its handler would never be called. */
  override on(channel: string, heard: (payload: string) => void): this {
    if (channel !== 'reset' && !this.#channels.includes(channel))
      throw new Error(
        `Nothing listens to "${channel}": add it to the channels of the Listener (app/server.ts).`,
      )
    return super.on(channel, heard)
  }

  /** False while notices may be missed; nothing may be cached that relies on them. */
  get isListening(): boolean {
    return this.#listening
  }

  /** Connects and listens; resolves once the first connection is established. */
  async start(): Promise<void> {
    await this.#connect()
  }

  async #connect(): Promise<void> {
    if (this.#closed) return
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'placewell listener',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 3_000,
    })
    this.#client = client
    let gone = false
    const again = () => {
      if (gone || this.#closed) return
      gone = true
      this.#listening = false
      clearInterval(this.#pulse)
      client.end().catch(() => {})
      this.#retry = setTimeout(() => void this.#connect(), 1_000)
    }
    client.on('error', again)
    client.on('end', again)
    client.on('notification', ({ channel, payload }) => this.emit(channel, payload ?? ''))
    try {
      await client.connect()
      for (const channel of this.#channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      this.#listening = true
      this.#pulse = setInterval(() => client.query('select 1').catch(again), 5_000)
      this.emit('reset', '')
    } catch (error) {
      this.#log.warn({ err: error }, 'listening to the database failed, trying again')
      again()
    }
  }

  /** Stops listening for good. */
  async close(): Promise<void> {
    this.#closed = true
    this.#listening = false
    clearTimeout(this.#retry)
    clearInterval(this.#pulse)
    await this.#client?.end().catch(() => {})
  }
}
