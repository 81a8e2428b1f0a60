import { api } from './api.ts'

export const serve = () => api
