import type { Api } from '#app/api.ts' // bad

export type Client = Api
