/** What the optimizer of pictures takes. */
export const imageFormats = ['webp', 'avif', 'jpeg', 'png', 'auto'] as const
export const imageFits = ['bounds', 'cover', 'crop'] as const
/** In pixels. */
export const largestSide = 8192
