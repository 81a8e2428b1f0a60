import { z } from 'zod' // bad

export const isOpen = () => z
