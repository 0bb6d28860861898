import classes from './mark.module.css'

interface MarkProps {
  mark: 'pending' | 'succeeded' | 'failed' | 'stopped'
  text: string
}

/** Shows a state as text. The colour only supports it. */
export function Mark({ mark, text }: MarkProps) {
  return (
    <span className={classes.mark} data-mark={mark}>
      {text}
    </span>
  )
}
