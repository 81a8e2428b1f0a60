import pg from 'pg' // bad

export const pool = pg
