import { env } from 'node:process' // bad

export const zone = env['TZ']
