import { os } from '@orpc/server' // bad

export const procedure = os
