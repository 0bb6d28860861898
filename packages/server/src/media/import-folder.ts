import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { Refusal } from '@octavo/schema/errors.ts'
import { folderOf, isFolder } from '@octavo/schema/media-labels.ts'
import { say } from '@octavo/schema/problems.ts'
import { addSpooled } from './add-media.ts'
import { safeFilename } from './filename.ts'
import { asSpaceStores } from './location/remove-location.ts'
import type { UploadContext } from './media-context.ts'
import type { SpooledFile } from './spool.ts'

export interface FolderImport {
  folder: string
  /** Adds a file. `within` is its folder in the library. Throws a `Refusal` if the file is invalid. */
  add(path: string, filename: string, within: string): Promise<FileOutcome>
  /** The folder of the library that the files are added to; their subfolders become folders in it. */
  target: string
  onFile(path: string, outcome: FileOutcome): void
  onProgress?(doneBytes: number, totalBytes: number): void
}

export type FileOutcome =
  | { kind: 'added' | 'existing'; id: number }
  | { kind: 'rejected'; reason: string }

/** Adds every file of a folder and its subfolders. Existing files stay unchanged. */
export async function importFolder(request: FolderImport): Promise<void> {
  const files = await filesIn(request.folder)
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  for (const { path, size } of files) {
    const relativePath = relative(request.folder, path)
    request.onFile(relativePath, await importFile(request, path, relativePath))
    request.onProgress?.((done += size), total)
  }
}

async function importFile(
  { add, target }: FolderImport,
  path: string,
  relativePath: string,
): Promise<FileOutcome> {
  try {
    const subfolders = relativePath.split(sep).slice(0, -1)
    const within = [target, ...subfolders].filter((name) => name !== '').join('/')
    const folder = folderOf(within)
    if (!isFolder(folder)) return { kind: 'rejected', reason: `folder ${say('notFolder').message}` }
    return await add(path, safeFilename(basename(path)), folder)
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'badRequest') {
      return { kind: 'rejected', reason: error.problems.map(({ message }) => message).join('; ') }
    }
    if (error instanceof Error && 'syscall' in error && 'path' in error && error.path === path) {
      return { kind: 'rejected', reason: error.message }
    }
    throw error
  }
}

export interface AddRequest {
  rootId: number
  spaceId: number
  actor: string
  /** Alternative text for a file, by language id. */
  altsOf(filename: string): ReadonlyMap<number, string>
  tags: readonly string[]
}

/** Adds files to the store of this process. */
export function fileAdder(context: UploadContext, request: AddRequest): FolderImport['add'] {
  const { uploadBytes } = context.mediaLimits
  return async (path, filename, folder) => {
    const { size } = await stat(path)
    if (size > uploadBytes)
      return { kind: 'rejected', reason: `is larger than ${uploadBytes} bytes` }
    const chunks = createReadStream(path) as AsyncIterable<Buffer>
    return context.spool.receive(chunks, (file) =>
      addOnce(context, request, { filename, folder }, file),
    )
  }
}

async function addOnce(
  context: UploadContext,
  request: AddRequest,
  { filename, folder }: { filename: string; folder: string },
  received: SpooledFile,
): Promise<FileOutcome> {
  const { rootId, spaceId, actor, tags } = request
  const file = await asSpaceStores(context, rootId, received)
  const existing = await context.store.read((tx) =>
    tx.media.withFile({ spaceId, sha256: file.sha256, filename }),
  )
  if (existing !== undefined) return { kind: 'existing', id: existing }
  const alts = request.altsOf(filename)
  const details = { rootId, spaceId, filename, alts, actor, folder, tags }
  const { id } = await addSpooled(context, details, file)
  return { kind: 'added', id }
}

/** Sorted by name. Skips hidden files, links and anything else that is not a regular file. */
async function filesIn(folder: string): Promise<{ path: string; size: number }[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found: { path: string; size: number }[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) found.push(...(await filesIn(path)))
    else if (entry.isFile()) found.push({ path, size: await sizeOf(path) })
  }
  return found
}

/** 0 if the file cannot be read, for example because its name is not UTF-8: `importFile` rejects it. */
async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}
