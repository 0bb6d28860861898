/** What an error means to the person who runs the service, and what to do about it. */
import { dirname } from 'node:path'
import type { Settings } from '../config.ts'

interface Failure extends Error {
  /** Of the system (`EACCES`) or of PostgreSQL (`28P01`). */
  code?: string
  /** Of SQLite. */
  errcode?: number
  path?: string
  syscall?: string
  port?: number
  address?: string
  /** The name that has no address. */
  hostname?: string
}

type Explanation = (error: Failure, database: string) => string

export function explain(error: unknown, settings?: Settings): string {
  if (!(error instanceof Error)) return oneLine(String(error))
  const failure = firstOf(error)
  // The name to listen on; others are of the database.
  if (failure.hostname !== undefined && failure.hostname === settings?.host)
    return noAddress({ ...failure, address: failure.hostname })
  const known =
    byCode[failure.code ?? ''] ??
    (failure.errcode === undefined ? undefined : bySqlite[failure.errcode & 0xff])
  if (known) return oneLine(known(failure, databaseName(settings)))
  const isOurs = ['CommandError', 'NewerDatabase', 'BadBackup', 'S3Away'].includes(error.name)
  if (isOurs) return oneLine(error.message)
  return oneLine(`${failure.message || failure.name} (set OCTAVO_DEBUG=1 to see where)`)
}

/** A host with several addresses fails with an error for each: the first speaks for all. */
function firstOf(error: Error): Failure {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0]
  return error
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ')
}

/** A file that is to appear whole is written under another name first. */
function isUnfinished(path: string | undefined): path is string {
  return /(\.\d+\.tmp|\.part)$/.test(path ?? '')
}

/** Of the system, and of PostgreSQL. */
const byCode: Readonly<Record<string, Explanation>> = {
  EADDRINUSE: ({ port }) =>
    `port ${port} is taken. Stop what listens there, or choose another with --port or --assets-port.`,
  EADDRNOTAVAIL: noAddress,
  ENOENT: ({ path }) =>
    isUnfinished(path)
      ? `there is no folder ${dirname(path)}. Make it, or choose another.`
      : `there is no ${path}. Check the name.`,
  EISDIR: ({ path }) => `${path ?? 'that'} is a folder, not a file. Name a file.`,
  ENOTDIR: ({ path, syscall }) =>
    `${path} is not a folder. ${syscall === 'scandir' ? 'Name a folder' : 'Choose another with --data'}.`,
  EEXIST: ({ path, syscall }) =>
    syscall === 'mkdir'
      ? `${path} is not a folder. Choose another with --data.`
      : `${path} is there already. Choose another name, or remove it.`,
  EACCES: noAccess,
  EPERM: noAccess,
  EROFS: noAccess,
  ENOSPC: () => 'the disk is full. Make room, then run this again.',
  EDQUOT: () => 'the disk quota is used up. Make room, then run this again.',
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  '28P01': wrongLogin,
  '28000': wrongLogin,
  '3D000': (_, database) => `there is no database ${database}. Create it, or correct --database.`,
  '42501': (error, database) =>
    `the account may not do this in ${database}: ${error.message}. Give it the right to create tables.`,
  '53300': (_, database) =>
    `the database at ${database} has no connection left. Raise its max_connections or stop other clients.`,
  '53100': () => 'the disk of the database is full. Make room there, then run this again.',
  '57P01': (_, database) => `the database at ${database} was shut down. Start it again.`,
  '57P03': (_, database) => `the database at ${database} is starting. Try again soon.`,
  '25006': (_, database) =>
    `the database at ${database} is read-only. Name the primary with --database.`,
}

function noAccess({ code, path, port, message }: Failure): string {
  if (port !== undefined) return `port ${port} may not be used. Choose one above 1023 with --port.`
  const why = code === 'EROFS' ? 'is on a read-only disk' : 'may not be read or written'
  return `${path ?? message} ${why}. Change its permissions, or choose another place.`
}

function noAddress({ address }: Pick<Failure, 'address'>): string {
  return `this machine has no address ${address}. Choose another with --host.`
}

function unreachable(error: Failure, database: string): string {
  return `the database at ${database} is out of reach (${error.code}). Check that it runs and that --database is right.`
}

function wrongLogin(_: Failure, database: string): string {
  return `the database at ${database} refuses this user or password. Correct --database.`
}

const bySqlite: Readonly<Record<number, Explanation>> = {
  5: (_, database) =>
    `${database} is busy: another process holds it. Try again, or stop that process.`,
  8: (_, database) =>
    `${database} may not be written. Change its permissions, or choose another folder with --data.`,
  11: damaged,
  13: () => 'the disk is full. Make room, then run this again.',
  14: (_, database) =>
    `${database} cannot be opened. Check its permissions, or choose another folder with --data.`,
  26: damaged,
}

function damaged(_: Failure, database: string): string {
  return `${database} is damaged or no database. Move it away and run octavo restore with your last backup.`
}

/** Where the data is, without the password that an address may hold. */
export function databaseName(settings: Settings | undefined): string {
  if (settings?.database === undefined) {
    return settings ? `${settings.dataFolder}/octavo.db` : 'the database'
  }
  if (!URL.canParse(settings.database)) return 'the address given'
  const { host, pathname } = new URL(settings.database)
  return `${host}${pathname}`
}
