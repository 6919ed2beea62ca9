// Apply the saved colour scheme before the first paint; a module would run too late.
{
  const saved = localStorage.getItem("kiwipete-scheme");
  if (saved === "light" || saved === "dark") document.documentElement.dataset.scheme = saved;
}
