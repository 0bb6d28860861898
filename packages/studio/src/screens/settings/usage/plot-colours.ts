/** Colours of the busiest keys; the last is for all others. They work in light and dark themes. */
export const plotColours = ['#456699', '#c9762c', '#4d9075', '#a15c8f', '#b9a13c', '#7d8590']
