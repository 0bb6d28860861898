/** The URL of a media file. */
export function assetUrl(
  assetsUrl: string,
  { id, spaceId, filename }: { id: number; spaceId: number; filename: string },
): string {
  return `${assetsUrl}/spaces/${spaceId}/media/${id}/_/${encodeURIComponent(filename)}`
}
