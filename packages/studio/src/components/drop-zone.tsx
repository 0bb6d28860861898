import { useState, type ReactNode } from 'react'
import classes from './media.module.css'

interface DropZoneProps {
  onFiles: (files: File[]) => void
  isDisabled?: boolean
  children: ReactNode
}

/** Accepts files that are dropped on it, or pasted while the focus is inside. */
export function DropZone({ onFiles, isDisabled = false, children }: DropZoneProps) {
  const [depth, setDepth] = useState(0)
  if (isDisabled) return children
  const take = (list: FileList | undefined): boolean => {
    const files = [...(list ?? [])]
    if (files.length > 0) onFiles(files)
    return files.length > 0
  }
  return (
    <div
      className={classes.drop}
      data-over={depth > 0}
      onDragEnter={(event) => event.dataTransfer.types.includes('Files') && setDepth(depth + 1)}
      onDragLeave={() => setDepth(Math.max(0, depth - 1))}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        setDepth(0)
        if (take(event.dataTransfer.files)) event.preventDefault()
      }}
      onPaste={(event) => {
        if (take(event.clipboardData.files)) event.preventDefault()
      }}
    >
      {children}
    </div>
  )
}
