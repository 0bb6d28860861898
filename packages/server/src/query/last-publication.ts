/** Content last published up to this time shows its first publication as the last one. */
export const lastImportedPublication = Date.UTC(2025, 5, 25, 23, 59, 59, 999)
