import { constants } from '#core/constants.ts'
import { defaultSystemSettings, type SettingKey, type SystemSettings } from '#core/system-settings.ts'
import { withActor } from './actor.ts'
import type { Config } from './config.ts'
import type { Pool } from './db.ts'
import type { Listener } from './listen.ts'
import { ServiceCache } from './service-cache.ts'

type Options = {
  /** Logged in as app_worker. */
  workerPool: Pool
  config: Pick<Config, 'contactEmail' | 'passwordMinLength'>
  /** Without it, or while it may miss notices, settings are read again each time. */
  listener?: Pick<Listener, 'on' | 'isListening'>
}

/** What the parts of the product use to read settings of the whole installation. */
export type SettingsReader = Pick<SystemSettingsReader, 'get'>

/** The current settings of the whole installation: a change applies at once on every server, which is notified by the database. */
export class SystemSettingsReader {
  readonly defaults: SystemSettings
  readonly #options: Options
  readonly #reading = new Map<SettingKey, Promise<unknown>>()
  readonly #cache = new ServiceCache<unknown>({ maxSize: constants.serviceCache.configuredMaxSize })

  constructor(options: Options) {
    this.#options = options
    this.defaults = defaultSystemSettings(options.config)
    options.listener?.on('settings_changed', (key) => this.#forget(key))
    options.listener?.on('reset', () => this.#forget())
  }

  /** The last value that was set, or the default. Throws what the database throws. */
  async get<Key extends SettingKey>(key: Key): Promise<SystemSettings[Key]> {
    if (!this.#options.listener?.isListening) return this.#readOnce(key)
    return this.#cache.get(key, () => this.#readOnce(key)) as Promise<SystemSettings[Key]>
  }

  #forget(key?: string): void {
    this.#cache.forget(key)
    this.#reading.clear()
  }

  /** Callers share a read in progress: a class that signs up at once needs one connection. */
  #readOnce<Key extends SettingKey>(key: Key): Promise<SystemSettings[Key]> {
    const reading = this.#reading.get(key) ?? this.#read(key).finally(() => this.#reading.delete(key))
    this.#reading.set(key, reading)
    return reading as Promise<SystemSettings[Key]>
  }

  async #read<Key extends SettingKey>(key: Key): Promise<SystemSettings[Key]> {
    const found = await withActor(
      this.#options.workerPool,
      null,
      (tx) =>
        tx
          .selectFrom('system_settings')
          .select('value')
          .where('key', '=', key)
          .orderBy('version', 'desc')
          .limit(1)
          .executeTakeFirst(),
      { readOnly: true },
    )
    return (found?.value ?? this.defaults[key]) as SystemSettings[Key]
  }
}
