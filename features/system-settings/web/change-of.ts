import type { ConfigChange, Setting } from '../contract.ts'

/** The change of one setting based on the version that was seen; null resets it to the default. */
export const changeOf = ({ key, version }: Pick<Setting, 'key' | 'version'>, value: unknown): ConfigChange =>
  ({ [key]: { version, value } }) as ConfigChange
