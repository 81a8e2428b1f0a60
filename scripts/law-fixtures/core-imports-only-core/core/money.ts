import { z } from 'zod' // bad

export const money = z
