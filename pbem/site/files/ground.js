// Puts what never moves on the maps of a title where the page leaves room for it: data-ground="MAP/LAYER", or what all
// maps share.
{
  for (const place of document.querySelectorAll("[data-ground]")) {
    const [map, layer] = place.dataset.ground.split("/");
    place.innerHTML = layer ? pbemMap.maps[map].ground[layer] : pbemMap.defs;
  }
}
