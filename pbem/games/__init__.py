"""The titles; each is a package that registers one `pbem.core.rules.game.Game`."""
