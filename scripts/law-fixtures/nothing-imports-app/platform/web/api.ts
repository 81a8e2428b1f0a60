import { api } from '../../app/api.ts' // bad

export const client = api
