/** Explains system and database errors to the operator, with the next step. */
import { dirname } from 'node:path'
import type { Settings } from '../config.ts'

interface Failure extends Error {
  /** From the system (`EACCES`) or from PostgreSQL (`28P01`). */
  code?: string
  /** From SQLite. */
  errcode?: number
  path?: string
  syscall?: string
  port?: number
  address?: string
  /** The name that cannot be resolved. */
  hostname?: string
}

type Explanation = (error: Failure, database: string) => string

export function explain(error: unknown, settings?: Settings): string {
  if (!(error instanceof Error)) return oneLine(String(error))
  const failure = firstOf(error)
  // Any other host name belongs to the database.
  if (failure.hostname !== undefined && failure.hostname === settings?.host)
    return noAddress({ ...failure, address: failure.hostname })
  const explanation =
    byCode[failure.code ?? ''] ??
    (failure.errcode === undefined ? undefined : bySqlite[failure.errcode & 0xff])
  if (explanation) return oneLine(explanation(failure, databaseName(settings)))
  const isOurs = ['CommandError', 'NewerDatabase', 'BadBackup', 'S3Unavailable'].includes(
    error.name,
  )
  if (isOurs) return oneLine(error.message)
  return oneLine(`${failure.message || failure.name} (set OCTAVO_DEBUG=1 for the stack trace)`)
}

/** Connecting to a host with several addresses fails with one error for each; the first is enough. */
function firstOf(error: Error): Failure {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0]
  return error
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ')
}

/** True for temporary names: files are written under another name first and then renamed. */
function isUnfinished(path: string | undefined): path is string {
  return /(\.\d+\.tmp|\.part)$/.test(path ?? '')
}

/** By code of the system or of PostgreSQL. */
const byCode: Readonly<Record<string, Explanation>> = {
  EADDRINUSE: ({ port }) =>
    `port ${port} is already in use. Stop the process that uses it, or choose another port with --port or --assets-port.`,
  EADDRNOTAVAIL: noAddress,
  ENOENT: ({ path }) =>
    isUnfinished(path)
      ? `folder ${dirname(path)} does not exist. Create it, or choose another.`
      : `${path} does not exist. Check the path.`,
  EISDIR: ({ path }) => `${path ?? 'the path'} is a folder. Give the path of a file.`,
  ENOTDIR: ({ path, syscall }) =>
    `${path} is not a folder. ${syscall === 'scandir' ? 'Give the path of a folder' : 'Choose another with --data'}.`,
  EEXIST: ({ path, syscall }) =>
    syscall === 'mkdir'
      ? `${path} is not a folder. Choose another with --data.`
      : `${path} already exists. Remove it, or choose another name.`,
  EACCES: noAccess,
  EPERM: noAccess,
  EROFS: noAccess,
  ENOSPC: () => 'the disk is full. Free some space and try again.',
  EDQUOT: () => 'the disk quota is exceeded. Free some space and try again.',
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  '28P01': wrongLogin,
  '28000': wrongLogin,
  '3D000': (_, database) =>
    `database ${database} does not exist. Create it, or correct --database.`,
  '42501': (error, database) =>
    `the database user has no permission in ${database}: ${error.message}. Grant it the right to create tables.`,
  '53300': (_, database) =>
    `the database at ${database} has too many connections. Raise max_connections, or stop other clients.`,
  '53100': () => 'the disk of the database is full. Free some space there and try again.',
  '57P01': (_, database) => `the database at ${database} was shut down. Start it again.`,
  '57P03': (_, database) => `the database at ${database} is starting. Try again in a few seconds.`,
  '25006': (_, database) =>
    `the database at ${database} is read-only. Use the primary with --database.`,
}

function noAccess({ code, path, port, message }: Failure): string {
  if (port !== undefined)
    return `no permission to use port ${port}. Choose one above 1023 with --port.`
  const why = code === 'EROFS' ? 'read-only file system' : 'permission denied'
  return `${path ?? message}: ${why}. Change its permissions, or choose another path.`
}

function noAddress({ address }: Pick<Failure, 'address'>): string {
  return `this machine has no address ${address}. Choose another with --host.`
}

function unreachable(error: Failure, database: string): string {
  return `cannot connect to the database at ${database} (${error.code}). Check that it is running and that --database is correct.`
}

function wrongLogin(_: Failure, database: string): string {
  return `the database at ${database} rejected the user or password. Correct --database.`
}

const bySqlite: Readonly<Record<number, Explanation>> = {
  5: (_, database) => `${database} is locked by another process. Try again, or stop that process.`,
  8: (_, database) =>
    `${database} is read-only. Change its permissions, or choose another folder with --data.`,
  11: damaged,
  13: () => 'the disk is full. Free some space and try again.',
  14: (_, database) =>
    `cannot open ${database}. Check its permissions, or choose another folder with --data.`,
  26: damaged,
}

function damaged(_: Failure, database: string): string {
  return `${database} is corrupt or not a database. Move the file to another folder and restore your last backup with octavo restore.`
}

/** The location of the data, without the password of a database address. */
export function databaseName(settings: Settings | undefined): string {
  if (settings?.database === undefined) {
    return settings ? `${settings.dataFolder}/octavo.db` : 'the database'
  }
  if (!URL.canParse(settings.database)) return 'the given address'
  const { host, pathname } = new URL(settings.database)
  return `${host}${pathname}`
}
