import pg from 'pg' // bad

export const client = pg
