import { geocoderContract } from './geocoder.contract.js';
import { noGeocoder } from './geocoder.js';

geocoderContract(() => noGeocoder);
