import type pg from 'pg'

/** Returns the DATABASE_URL of a connection, by socket folder or address. */
export const databaseUrlOf = ({ host = '', port, user, password, database }: pg.ClientConfig): string =>
  `postgres://${user}:${encodeURIComponent(String(password ?? ''))}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
