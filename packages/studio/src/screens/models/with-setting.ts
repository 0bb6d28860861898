/** A copy with another setting; without the setting if the value is undefined. */
export function withSetting<Thing extends object, Key extends keyof Thing>(
  thing: Thing,
  key: Key,
  value: Thing[Key] | undefined,
): Thing {
  const copy = { ...thing }
  if (value === undefined) delete copy[key]
  else copy[key] = value
  return copy
}
