export type Located = { latitude: number; longitude: number; accuracy_m: number }

/** The device's location; rejects with a sentence that says why it is not available. */
export function locate(): Promise<Located> {
  return new Promise((resolve, reject) => {
    const failed = (text: string) => reject(new Error(text))
    if (!('geolocation' in navigator)) return failed('This device doesn’t share its location.')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({ latitude: coords.latitude, longitude: coords.longitude, accuracy_m: coords.accuracy }),
      ({ code }) =>
        failed(
          code === 1
            ? 'Location is turned off for this site in your browser.'
            : 'Your location could not be found.',
        ),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 30_000 },
    )
  })
}
