import classes from './navigation.module.css'

export function Brand() {
  return (
    <span className={classes.brand} translate="no">
      <Icon />
      Octavo
    </span>
  )
}

/** The same drawing as the icon of index.html. */
function Icon() {
  return (
    <svg viewBox="0 0 32 32" width={22} height={22} fill="none" aria-hidden>
      <rect width="32" height="32" rx="7" fill="#2f4a6d" />
      <g stroke="#f6f3ec" strokeWidth="2">
        <path d="M9 8h11a3 3 0 0 1 3 3v13H12a3 3 0 0 1-3-3z" strokeLinejoin="round" />
        <path d="M9 20.5A2.5 2.5 0 0 1 11.5 18H23" />
      </g>
    </svg>
  )
}
