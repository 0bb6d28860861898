import classes from './navigation.module.css'

export function Brand() {
  return (
    <span className={classes.brand} translate="no">
      <img src="/icon.svg" width={22} height={22} alt="" />
      Octavo
    </span>
  )
}
