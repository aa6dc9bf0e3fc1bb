import { map as createMap, LatLngBounds, type Map as LeafletMap } from 'leaflet'
import { bounds, lastDetail } from './base-format.ts'

export const mapBounds = new LatLngBounds([bounds.south, bounds.west], [bounds.north, bounds.east])
/** How far the drawn base can be zoomed in. */
export const maxBaseZoom = lastDetail + 1

export const prefersStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches
/** On a touch screen one finger scrolls the page, and two move the map. */
const isTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches

export const createLeafletMap = (container: HTMLElement): LeafletMap =>
  createMap(container, {
    attributionControl: false,
    zoomControl: false,
    keyboard: false,
    boxZoom: false,
    fadeAnimation: false,
    zoomSnap: 0.25,
    wheelPxPerZoomLevel: 100,
    maxZoom: maxBaseZoom,
    maxBounds: mapBounds,
    maxBoundsViscosity: 1,
    center: [39.5, -96],
    zoom: 4,
    zoomAnimation: !prefersStill(),
    inertia: !prefersStill(),
    dragging: !isTouch(),
  })
