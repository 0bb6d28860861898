import type { Attack } from './attack.ts'
import { readAttacks } from './reads.ts'
import { socketAttacks } from './sockets.ts'
import { visitorAttacks } from './visitors.ts'
import { writeAttacks } from './writes.ts'

export const attacks: readonly Attack[] = [
  ...readAttacks,
  ...writeAttacks,
  ...visitorAttacks,
  ...socketAttacks,
]
