/**
 * Searches a file for metadata at any position: XMP of GIF, PDF and SVG files, photos in a PDF, and what
 * cameras append to a JPEG, such as a second photo or a short video.
 */
import { typeOf } from '../media-type.ts'
import { removeExifGps } from './exif.ts'
import { cleanMovie } from './movie.ts'
import { partOf, type Region } from './region.ts'
import { removeXmpGps } from './xmp.ts'

/** Cleans what begins at the signature; `file` ends where the file ends. */
type CleanAt = (file: Region, at: number) => Promise<boolean>

const cleanExifAt: CleanAt = (file, at) => removeExifGps(restOf(file, at + 'Exif\0\0'.length))

const signatures: readonly (readonly [signature: Buffer, clean: CleanAt])[] = [
  [Buffer.from('Exif\0\0II*\0', 'latin1'), cleanExifAt],
  [Buffer.from('Exif\0\0MM\0*', 'latin1'), cleanExifAt],
  [Buffer.from('<rdf:RDF'), cleanXmpAt],
  [Buffer.from('ftyp'), cleanMovieAt],
]
const longest = Math.max(...signatures.map(([signature]) => signature.length))

const windowBytes = 1024 * 1024
/** More than a document with many photos has. */
const maxFound = 1_000
const maxXmp = 1024 * 1024
const xmpEnd = '</rdf:RDF>'
/** Enough to detect the type of a video. */
const movieHead = 64

export async function cleanEmbedded(file: Region): Promise<boolean> {
  let isChanged = false
  let left = maxFound
  for (let at = 0; at < file.length; at += windowBytes) {
    // A signature may begin in this window and end in the next.
    const bytes = await file.read(at, windowBytes + longest - 1)
    for (const [signature, clean] of signatures) {
      for (let found = bytes.indexOf(signature); found !== -1 && left > 0; left--) {
        if (found < windowBytes && (await clean(file, at + found))) isChanged = true
        found = bytes.indexOf(signature, found + 1)
      }
    }
  }
  return isChanged
}

function restOf(file: Region, at: number): Region {
  return partOf(file, at, file.length - at)
}

async function cleanXmpAt(file: Region, at: number): Promise<boolean> {
  const rest = partOf(file, at, maxXmp)
  const end = (await rest.read(0, maxXmp)).indexOf(xmpEnd)
  return end !== -1 && removeXmpGps(partOf(file, at, end))
}

async function cleanMovieAt(file: Region, at: number): Promise<boolean> {
  const movie = restOf(file, at - 4)
  const type = at < 4 ? '' : typeOf(await movie.read(0, movieHead))
  return type.startsWith('video/') && cleanMovie(movie)
}
